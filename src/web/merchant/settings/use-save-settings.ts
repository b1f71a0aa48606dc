import { useState } from 'react';

import type { AccountSettings } from '../../../gen/sh/account_pb';
import type { Failure } from '../../shared/rpc/failure';
import { failureToast, useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { latest, ready } from '../../shared/state/remote';
import { sessionAtom, nudgeStatusAtom } from '../../shared/state/session';
import { addressRefusal, mergeSettings, settingsAtom, toSettings, type SettingsForm } from './state';

const LABEL = 'saving account settings';
/** Attempts to save when another save happens at the same time. */
const TRIES = 3;

/** Saves the form. */
export interface SaveSettings {
  readonly saving: boolean;
  /** The address that the server refused, and why; empty when it refused none. */
  readonly refused: { readonly address: string; readonly why: string };
  /** Saves the changes of the form. Returns the saved settings, or null after showing a failure. */
  readonly save: (form: SettingsForm) => Promise<AccountSettings | null>;
}

const NOT_REFUSED = { address: '', why: '' };

/** Returns a function that saves the changes since the settings were `read`, without undoing changes saved elsewhere. */
export function useSaveSettings(read: AccountSettings): SaveSettings {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const setSettings = useSetAtom(settingsAtom);
  const setSession = useSetAtom(sessionAtom);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState(NOT_REFUSED);

  const write = async (form: SettingsForm, tries = TRIES): Promise<AccountSettings | Failure> => {
    const current = await call((api) => api.account.getAccountSettings({}), { label: LABEL, toast: false });
    if (!current.ok) return current.error;
    const settings = mergeSettings(toSettings(form, read), read, current.value);
    const saved = await call((api) => api.account.saveAccountSettings(settings), { label: LABEL, toast: false });
    // Another save happened at the same time: merge and try again.
    if (!saved.ok && saved.error.code === 'failed_precondition' && tries > 1) return write(form, tries - 1);
    return saved.ok ? settings : saved.error;
  };

  const save = async (form: SettingsForm): Promise<AccountSettings | null> => {
    setSaving(true);
    setRefused(NOT_REFUSED);
    const settings = await write(form);
    setSaving(false);
    if ('code' in settings) {
      const why = addressRefusal(settings);
      if (why !== '') setRefused({ address: form.alertAddress, why });
      else if (settings.code !== 'unauthenticated') toast(failureToast(LABEL, settings));
      return null;
    }
    setSettings({ key: 'all', known: 'all', remote: ready(settings) });
    setSession((session) => {
      const user = latest(session);
      return user === null ? session : ready({ ...user, accountName: settings.accountName });
    });
    nudge();
    return settings;
  };
  return { saving, refused, save };
}
