import { useEffect, useState } from 'react';

import type { AccountSettings } from '../../../gen/sh/account_pb';
import { useStore } from '../../shared/state/jotai';
import { draftAtom, isEdited, toForm, type SettingsForm } from './state';

/** The form as it stands, and what it began from. */
export interface Draft {
  readonly form: SettingsForm;
  readonly setForm: (form: SettingsForm) => void;
  /** The settings that the form began from: what was saved elsewhere since is told from edits by them. */
  readonly read: AccountSettings;
  readonly edited: boolean;
  /** Begins again from these settings, unless the form was edited further than `over` meanwhile. */
  readonly restart: (over: SettingsForm, settings: AccountSettings) => void;
}

/** Keeps edits that are not saved while other pages are looked at; the browser asks before the whole page is left with them. */
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
    setForm((now) => (now === over ? toForm(settings) : now));
  };
  return { form, setForm, read, edited, restart };
}
