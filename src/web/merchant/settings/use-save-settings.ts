import { useState } from 'react';

import type { AccountSettings } from '../../../gen/sh/account_pb';
import type { Failure } from '../../shared/rpc/failure';
import { failureToast, useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { latest, ready } from '../../shared/state/remote';
import { sessionAtom, statusNudgeAtom } from '../../shared/state/session';
import { addressRefusal, mergeSettings, settingsAtom, toSettings, type SettingsForm } from './state';

const LABEL = 'saving account settings';
/** How often a save is made again because of another one in the same instant. */
const TRIES = 3;

/** The way to save the form. */
export interface SaveSettings {
  readonly saving: boolean;
  /** The address that the server would not have, and why; empty while it has nothing against any. */
  readonly refused: { readonly address: string; readonly why: string };
  /** Saves what the form changed; answers the settings that hold then, or null when it did not work, which has been said. */
  readonly save: (form: SettingsForm) => Promise<AccountSettings | null>;
}

const NOT_REFUSED = { address: '', why: '' };

/** Saves what was changed since the settings were `read`, and nothing that was changed elsewhere meanwhile. */
export function useSaveSettings(read: AccountSettings): SaveSettings {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const setSettings = useSetAtom(settingsAtom);
  const setSession = useSetAtom(sessionAtom);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState(NOT_REFUSED);

  const write = async (form: SettingsForm, tries = TRIES): Promise<AccountSettings | Failure> => {
    const present = await call((api) => api.account.getAccountSettings({}), { label: LABEL, toast: false });
    if (!present.ok) return present.error;
    const settings = mergeSettings(toSettings(form, read), read, present.value);
    const saved = await call((api) => api.account.saveAccountSettings(settings), { label: LABEL, toast: false });
    // Somebody saved in the same instant: merge with that, and try once more.
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
      const who = latest(session);
      return who === null ? session : ready({ ...who, accountName: settings.accountName });
    });
    nudge((count) => count + 1);
    return settings;
  };
  return { saving, refused, save };
}
