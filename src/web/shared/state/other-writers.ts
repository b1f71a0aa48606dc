import { useCallback, useState } from 'react';

import type { OtherWriterList } from '../../../gen/sh/connections_pb';
import { useCall } from './calls';
import { atom, useSetAtom } from './jotai';
import { useLoad, type Loaded } from './load';
import { idleQuery, type Query } from './remote';
import { statusNudgeAtom } from './session';

const writersAtom = atom<Query<OtherWriterList>>(idleQuery);

/** Loads the other applications that change stock on Square, and keeps them up to date. */
export function useOtherWriters(): Loaded<OtherWriterList> {
  return useLoad({
    atom: writersAtom,
    key: 'all',
    label: 'getting other apps',
    make: (api, options) => api.connections.getOtherWriters({}, options),
    live: true,
  });
}

/** Returns what notes that the merchant knows of all listed applications, and whether that is under way. */
export function useAcknowledgeWriters(reload: () => void): {
  readonly busy: boolean;
  readonly acknowledge: (ids: readonly string[]) => Promise<void>;
} {
  const call = useCall();
  const nudge = useSetAtom(statusNudgeAtom);
  const [busy, setBusy] = useState(false);
  const acknowledge = useCallback(
    async (ids: readonly string[]): Promise<void> => {
      setBusy(true);
      await call((api) => api.connections.acknowledgeOtherWriters({ ids: [...ids], all: false }), { label: 'confirming other apps' });
      setBusy(false);
      nudge((count) => count + 1);
      reload();
    },
    [call, nudge, reload],
  );
  return { busy, acknowledge };
}
