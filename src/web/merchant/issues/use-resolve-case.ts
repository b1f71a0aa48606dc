import { useCallback, useState } from 'react';

import type { WriterCase } from '../../../gen/sh/issues_pb';
import type { Failure } from '../../shared/rpc/failure';
import { failureText, useCall } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { nudgeStatusAtom } from '../../shared/state/session';

/** What the merchant decides about another app that changes a variant's stock. */
export type CaseDecision =
  | { readonly action: 'reconcile'; readonly quantity: number }
  | { readonly action: 'trust' }
  | { readonly action: 'dismiss' };

/** Decides about cases. */
export interface CaseResolution {
  /** The case that is being decided; null while none is. */
  readonly busy: string | null;
  /** Why the last decision failed, and about which case; null when it did not. */
  readonly failed: { readonly id: string; readonly text: string } | null;
  /** Decides about a case. Returns the failure, or null. */
  readonly resolve: (one: WriterCase, decision: CaseDecision) => Promise<Failure | null>;
  /** Forgets the last failure. */
  readonly forget: () => void;
}

/** Ends cases as the merchant decides; `onDone` runs after each attempt. Repeating the same decision is safe. */
export function useResolveCase(onDone: () => void): CaseResolution {
  const call = useCall();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [busy, setBusy] = useState<string | null>(null);
  const [failed, setFailed] = useState<CaseResolution['failed']>(null);
  const resolve = useCallback(
    async ({ id }: WriterCase, decision: CaseDecision): Promise<Failure | null> => {
      setBusy(id);
      setFailed(null);
      const answer = await call((api) => api.issues.resolveWriterCase({ id, ...decision }), {
        label: 'deciding about another app',
        toast: false,
      });
      setBusy(null);
      nudge();
      onDone();
      if (answer.ok) return null;
      setFailed({ id, text: failureText(answer.error) });
      return answer.error;
    },
    [call, nudge, onDone],
  );
  return { busy, failed, resolve, forget: useCallback(() => setFailed(null), []) };
}
