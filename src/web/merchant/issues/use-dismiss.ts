import { useCallback, useState } from 'react';

import type { Empty } from '../../../gen/sh/common_pb';
import type { DismissOversellsRequest } from '../../../gen/sh/issues_pb';
import { failureText, useCall, useToast, type MakeCall } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { statusNudgeAtom } from '../../shared/state/session';
import { issuesText } from './issues.text';

type Api = Parameters<MakeCall<DismissOversellsRequest, Empty>>[0];
type Made = ReturnType<MakeCall<DismissOversellsRequest, Empty>>;

/** Removes rows from a list of issues. */
export interface Dismissal {
  /** The row that is being dismissed, null for all; null while none is. */
  readonly busy: { readonly id: string | null } | null;
  /** Why the last attempt failed, and for which row; null when it did not. */
  readonly failed: { readonly id: string | null; readonly text: string } | null;
  /** Dismisses one row; null means all. */
  readonly dismiss: (id: string | null) => Promise<void>;
}

/** Dismisses rows by a call; `onDone` runs after each attempt. */
export function useDismiss(make: (api: Api, request: DismissOversellsRequest) => Made, onDone: () => void): Dismissal {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const [busy, setBusy] = useState<Dismissal['busy']>(null);
  const [failed, setFailed] = useState<Dismissal['failed']>(null);
  const dismiss = useCallback(
    async (id: string | null): Promise<void> => {
      setBusy({ id });
      setFailed(null);
      const request = id === null ? { ids: [], all: true } : { ids: [id], all: false };
      const answer = await call((api) => make(api, request), { label: 'dismissing', toast: false });
      setBusy(null);
      nudge((count) => count + 1);
      onDone();
      if (answer.ok) toast({ tone: 'good', text: issuesText.unlinked.dismissed });
      else setFailed({ id, text: failureText(answer.error) });
    },
    [call, make, nudge, onDone, toast],
  );
  return { busy, failed, dismiss };
}
