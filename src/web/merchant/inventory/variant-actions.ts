import { useCallback, useState } from 'react';

import { otherSource, type Source } from '../../../domain/source';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import { formatQuantity } from '../../shared/formats';
import { useCall, useToast, type MakeCall } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { statusNudgeAtom } from '../../shared/state/session';
import type { DrawerProblem } from './drawer-error';
import { countCopies, type CopyCounts } from './variant-state';

/** What the drawer is doing now; null when nothing. */
export type Doing = 'sku' | 'quantity' | 'prepare' | 'copy' | 'send' | 'drop' | 'track' | null;

/** A number that is being saved, or that was. */
export interface SentNumber {
  readonly units: number;
  /** The server has it: it is kept, and arrives by itself. */
  readonly saved: boolean;
}

/** What can be done to the variant in the drawer. Each answers whether it worked; a failure has gone to `onProblem`. */
export interface VariantActions {
  readonly doing: Doing;
  /** The number that was saved last, until `forgetSent`: it may still be on its way. */
  readonly sent: SentNumber | null;
  readonly forgetSent: () => void;
  readonly saveSku: (sku: string) => Promise<boolean>;
  readonly saveQuantity: (units: number) => Promise<boolean>;
  /** Counts what copying the product to a platform would make there; null when it could not be found out. */
  readonly prepareCopy: (to: Source) => Promise<CopyCounts | null>;
  readonly startCopy: (to: Source) => Promise<boolean>;
  readonly resolveHeld: (send: boolean) => Promise<boolean>;
  readonly track: (source: Source) => Promise<boolean>;
}

interface ActionsOptions {
  readonly variant: JoinedVariant;
  readonly onProblem: (problem: DrawerProblem) => void;
  /** Runs after something was changed. */
  readonly onChanged: () => void;
}

/** The drawer's actions. */
export function useVariantActions({ variant, onProblem, onChanged }: ActionsOptions): VariantActions {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const [doing, setDoing] = useState<Doing>(null);
  const [sent, setSent] = useState<SentNumber | null>(null);

  const run = useCallback(
    async <I extends object, O extends object>(what: Exclude<Doing, null>, label: string, make: MakeCall<I, O>): Promise<O | null> => {
      setDoing(what);
      const answer = await call(make, { label, toast: false });
      setDoing(null);
      if (!answer.ok) {
        onProblem({ label, failure: answer.error, writes: what !== 'prepare' });
        return null;
      }
      if (what !== 'prepare') {
        nudge((count) => count + 1);
        onChanged();
      }
      return answer.value;
    },
    [call, nudge, onChanged, onProblem],
  );

  const idOn = (source: Source) => variant[source]?.id ?? '';
  return {
    doing,
    sent,
    forgetSent: () => setSent(null),
    saveSku: async (sku) =>
      (await run('sku', 'setting sku', (api) =>
        api.variants.saveSku({ shopifyVariantId: idOn('shopify'), squareVariantId: idOn('square'), sku }),
      )) !== null,
    saveQuantity: async (quantity) => {
      const source = variant.shopify === undefined ? 'square' : 'shopify';
      const request = { source, variantId: idOn(source), quantity };
      setSent({ units: quantity, saved: false });
      const answer = await run('quantity', 'saving inventory quantity', (api) => api.inventory.saveInventoryQuantity(request));
      setSent(answer === null ? null : { units: quantity, saved: true });
      if (answer !== null) toast({ tone: 'good', text: `Inventory count saved: ${formatQuantity(quantity)}` });
      return answer !== null;
    },
    prepareCopy: async (to) => {
      const from = otherSource(to);
      const productId = variant[from]?.productId ?? '';
      const list = await run('prepare', 'preparing variants to sync', (api) =>
        api.variants.getSyncableProductVariants({ source: from, productId }),
      );
      return list === null ? null : countCopies(list, from);
    },
    startCopy: async (to) => {
      const from = otherSource(to);
      return (await run('copy', 'syncing variant', (api) => api.variants.syncVariants({ source: from, variantId: idOn(from) }))) !== null;
    },
    resolveHeld: async (send) => {
      const label = send ? 'sending the held change' : 'dropping the held change';
      const answer = await run(send ? 'send' : 'drop', label, (api) => api.inventory.resolveHeld({ ids: [variant.id], send }));
      if (answer !== null) toast({ tone: 'good', text: send ? 'The held change is on its way' : 'The held change was dropped' });
      return answer !== null;
    },
    track: async (source) =>
      (await run('track', 'enabling inventory tracking', (api) =>
        api.inventory.setInventoryTracking({ source, variantId: idOn(source), trackInventory: true }),
      )) !== null,
  };
}
