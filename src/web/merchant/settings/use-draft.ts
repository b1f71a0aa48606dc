import { useEffect, useState } from 'react';

import type { AccountSettings } from '../../../gen/sh/account_pb';
import { useStore } from '../../shared/state/jotai';
import { draftAtom, isEdited, toForm, type SettingsForm } from './state';

/** The form and the settings it is based on. */
export interface Draft {
  readonly form: SettingsForm;
  readonly setForm: (form: SettingsForm) => void;
  /** The settings that the form is based on, to tell edits from changes saved elsewhere. */
  readonly read: AccountSettings;
  readonly edited: boolean;
  /** Resets the form to these settings, unless it was edited again after `over`. */
  readonly restart: (over: SettingsForm, settings: AccountSettings) => void;
}

/** Keeps unsaved edits while the user visits other pages; the browser asks before the whole app is closed with them. */
export function useDraft(saved: AccountSettings): Draft {
  const store = useStore();
  const [read, setRead] = useState(() => store.get(draftAtom)?.read ?? saved);
  const [form, setForm] = useState(() => store.get(draftAtom)?.form ?? toForm(saved));
  const edited = isEdited(form, read);
  useEffect(() => {
    store.set(draftAtom, edited ? { form, read } : null);
    if (!edited) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [store, edited, form, read]);
  const restart = (over: SettingsForm, settings: AccountSettings): void => {
    setRead(settings);
    setForm((current) => (current === over ? toForm(settings) : current));
  };
  return { form, setForm, read, edited, restart };
}
