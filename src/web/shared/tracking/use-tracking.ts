import { useRef, useState } from 'react';

import { ok } from '../../../domain/result';
import { applyRows, type Applied } from '../apply-rows';
import { countOutcomes } from '../sku-outcomes';
import { useCall, useToast } from '../state/calls';
import { useSetAtom } from '../state/jotai';
import { nudgeStatusAtom } from '../state/session';
import { useIsShown } from '../state/use-is-shown';
import type { TrackingRow } from './tracking-plan';
import { trackingText as text } from './tracking.text';

/** How long the summary stays once its drawer is gone, in ms. */
const SUMMARY_MS = 30_000;

/** The stage after the preview. */
export type TrackingStage =
  | { readonly kind: 'preview' }
  | { readonly kind: 'applying'; readonly done: number; readonly total: number; readonly stopping: boolean }
  | ({ readonly kind: 'result'; readonly rows: readonly TrackingRow[] } & Applied);

/** Enables tracking of rows, as one bulk change: also of those that are tried again. */
export function useTracking(onChanged: () => void) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [stage, setStage] = useState<TrackingStage>({ kind: 'preview' });
  const [bulkKey] = useState(() => crypto.randomUUID());
  const stopped = useRef(false);
  const isShown = useIsShown();

  /** Enables rows one by one. `before` has what earlier tries came to, of other rows. */
  const apply = async (all: readonly TrackingRow[], rows: readonly TrackingRow[], before: Applied['outcomes']): Promise<void> => {
    stopped.current = false;
    const show = (done: number): void => setStage({ kind: 'applying', done, total: rows.length, stopping: stopped.current });
    show(0);
    const applied = await applyRows(rows, {
      isChanged: async () => ok(false),
      save: async ({ source, variant: { id } }) =>
        call((api) => api.inventory.setInventoryTracking({ source, variantId: id, trackInventory: true, bulkKey }), {
          label: 'enabling inventory tracking',
          toast: false,
        }),
      // Without its drawer nobody could stop it, or see what became of it.
      isStopped: () => stopped.current || !isShown(),
      onProgress: show,
    });
    nudge();
    onChanged();
    const outcomes = new Map([...before, ...applied.outcomes]);
    setStage({ kind: 'result', rows: all, outcomes, failure: applied.failure });
    // The page was left, or is about to be replaced by the sign-in page.
    if (!isShown() || applied.failure?.code === 'unauthenticated')
      toast({ tone: 'warn', header: text.ended.title, text: text.ended.summary(countOutcomes(all, outcomes)), durationMs: SUMMARY_MS });
  };

  return {
    stage,
    apply,
    /** Lets the running rows finish, and starts no other. */
    stop: (): void => {
      stopped.current = true;
      setStage((now) => (now.kind === 'applying' ? { ...now, stopping: true } : now));
    },
  };
}
