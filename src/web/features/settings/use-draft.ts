import { useEffect } from 'react';

import type { AccountSettings } from '../../../gen/sh/account_pb';
import { useAtom } from '../../state/jotai';
import { draftAtom, isEdited, toForm, type SettingsForm } from './state';

/** The form as it stands, and what it began from. */
export interface Draft {
  readonly form: SettingsForm;
  readonly setForm: (form: SettingsForm) => void;
  /** The settings that the form began from: what was saved elsewhere since is told from edits by them. */
  readonly read: AccountSettings;
  readonly edited: boolean;
  /** Forgets this form; one that was edited further meanwhile stays. */
  readonly discard: (form: SettingsForm) => void;
}

/** Keeps edits that are not saved while other pages are looked at; the browser asks before the whole page is left with them. */
export function useDraft(saved: AccountSettings): Draft {
  const [draft, setDraft] = useAtom(draftAtom);
  const read = draft?.read ?? saved;
  const form = draft?.form ?? toForm(saved);
  const edited = isEdited(form, read);
  useEffect(() => {
    if (!edited) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [edited]);
  return {
    form,
    read,
    edited,
    setForm: (next) => setDraft(isEdited(next, read) ? { form: next, read } : null),
    discard: (over) => setDraft((now) => (now !== null && now.form === over ? null : now)),
  };
}
