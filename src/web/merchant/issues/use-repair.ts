import { useCallback, useState } from 'react';

import type { UnlinkedPair } from '../../../gen/sh/issues_pb';
import { failureText, useCall, useToast, type MakeCall } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { statusNudgeAtom } from '../../shared/state/session';
import { issuesText } from './issues.text';
import { repairLabel, type Repair } from './unlinked-repairs';

const text = issuesText.unlinked;

/** The repair of pairs that no longer sync. */
export interface Repairs {
  /** The pair that is being repaired or dismissed ('all' for all), and by which action; null for none. */
  readonly busy: { readonly id: string; readonly action: string } | null;
  /** Why the last action failed, and for which pair; null when it did not. */
  readonly failed: { readonly id: string; readonly text: string } | null;
  readonly repair: (pair: UnlinkedPair, repair: Repair) => Promise<void>;
  /** Removes pairs from the list: one, or all. */
  readonly dismiss: (pair: UnlinkedPair | null) => Promise<void>;
}

interface Work<I extends object, O extends object> {
  /** What is being done, for a failure's log. */
  readonly label: string;
  readonly make: MakeCall<I, O>;
  /** What is said once it is done. */
  readonly done: string;
}

/** Repairs and dismisses pairs; `onDone` runs after each. */
export function useRepair(onDone: () => void): Repairs {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const [busy, setBusy] = useState<Repairs['busy']>(null);
  const [failed, setFailed] = useState<Repairs['failed']>(null);
  const run = useCallback(
    async <I extends object, O extends object>(id: string, action: string, { label, make, done }: Work<I, O>): Promise<void> => {
      setBusy({ id, action });
      setFailed(null);
      const answer = await call(make, { label, toast: false });
      setBusy(null);
      nudge((count) => count + 1);
      onDone();
      if (answer.ok) toast({ tone: 'good', text: done });
      else setFailed({ id, text: failureText(answer.error) });
    },
    [call, nudge, onDone, toast],
  );
  const repair = async (pair: UnlinkedPair, one: Repair): Promise<void> => {
    const idOn = (source: 'shopify' | 'square') => pair[source]?.variant?.id ?? '';
    const action = repairLabel(one);
    switch (one.kind) {
      case 'sku': {
        const request = { shopifyVariantId: idOn('shopify'), squareVariantId: idOn('square'), sku: one.sku, bulkKey: '' };
        return run(pair.id, action, {
          label: 'linking variants again',
          make: (api) => api.variants.saveSku(request),
          done: text.linked(one.sku),
        });
      }
      case 'track': {
        const request = { source: one.source, variantId: idOn(one.source), trackInventory: true, bulkKey: '' };
        return run(pair.id, action, {
          label: 'enabling inventory tracking',
          make: (api) => api.inventory.setInventoryTracking(request),
          done: text.tracked,
        });
      }
      case 'copy': {
        const request = { source: one.from, variantId: idOn(one.from) };
        return run(pair.id, action, { label: 'syncing variant', make: (api) => api.variants.syncVariants(request), done: text.copying });
      }
    }
  };
  const dismiss = async (pair: UnlinkedPair | null): Promise<void> => {
    const request = pair === null ? { ids: [], all: true } : { ids: [pair.id], all: false };
    return run(pair?.id ?? 'all', text.dismiss, {
      label: 'dismissing',
      make: (api) => api.issues.dismissUnlinked(request),
      done: text.dismissed,
    });
  };
  return { busy, failed, repair, dismiss };
}
