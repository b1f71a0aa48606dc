import { useState } from 'react';

import { useCall } from './calls';
import { useSetAtom } from './jotai';
import { nudgeStatusAtom } from './session';

/** Saves whether the account only watches. */
export interface SaveWatching {
  readonly saving: boolean;
  /** Returns whether it was saved, after showing a toast for a failure. */
  readonly save: (watching: boolean) => Promise<boolean>;
}

/** Returns a function that saves whether the account only watches, and leaves its other settings as they are. */
export function useWatching(): SaveWatching {
  const call = useCall();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [saving, setSaving] = useState(false);
  const write = async (watching: boolean): Promise<boolean> => {
    const label = watching ? 'beginning to watch' : 'starting to sync';
    const read = await call((api) => api.account.getAccountSettings({}), { label });
    if (!read.ok) return false;
    const saved = await call((api) => api.account.saveAccountSettings({ ...read.value, watching }), { label });
    return saved.ok;
  };
  const save = async (watching: boolean): Promise<boolean> => {
    setSaving(true);
    const isSaved = await write(watching);
    setSaving(false);
    nudge();
    return isSaved;
  };
  return { saving, save };
}
