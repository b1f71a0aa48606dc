import { useCallback, useState } from 'react';

import { otherSource, type Source } from '../../../domain/source';
import type { PackSizes } from '../../../domain/sync/pack-size';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import type { PairToLink } from '../../../gen/sh/variants_pb';
import { useCall, useToast, type MakeCall } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { nudgeStatusAtom } from '../../shared/state/session';
import type { FailedCall } from './drawer-error';
import { countCopies, type CopyCounts } from './variant-state';
import { variantText as text } from './variant.text';

/** The action in progress; null when there is none. */
export type PendingAction = 'sku' | 'quantity' | 'prepare' | 'copy' | 'send' | 'drop' | 'track' | 'link' | 'packs' | 'separate' | null;

/** A quantity that is being saved, or was saved. */
export interface SavedQuantity {
  readonly units: number;
  /** The server has it, and sends it to the platforms. */
  readonly stored: boolean;
}

/** The actions on the variant in the drawer. Each returns whether it worked; a failure goes to `onFailed`. */
export interface VariantActions {
  readonly pending: PendingAction;
  /** The last saved quantity, which may not have reached every platform; null after `clearSaved`. */
  readonly saved: SavedQuantity | null;
  readonly clearSaved: () => void;
  readonly saveSku: (sku: string) => Promise<boolean>;
  /** Links this variant of one platform with one of the other, whatever their SKUs are; with these pack sizes, or as they are. */
  readonly link: (otherId: string, packs?: PackSizes) => Promise<boolean>;
  /** Sets the pack sizes of a linked variant. */
  readonly savePacks: (packs: PackSizes) => Promise<boolean>;
  /** Keeps this variant of one platform separate from one of the other: it is no longer shown as similar, and a link ends. Or ends that. */
  readonly keepSeparate: (otherId: string, separate: boolean) => Promise<boolean>;
  /** Saves a quantity in a platform's units. */
  readonly saveQuantity: (units: number, source: Source) => Promise<boolean>;
  /** Counts the variants that a copy of the product to a platform would create; null when the call failed. */
  readonly prepareCopy: (to: Source) => Promise<CopyCounts | null>;
  readonly startCopy: (to: Source) => Promise<boolean>;
  readonly resolveHeld: (send: boolean) => Promise<boolean>;
  readonly track: (source: Source) => Promise<boolean>;
}

interface ActionsOptions {
  readonly variant: JoinedVariant;
  readonly onFailed: (failed: FailedCall) => void;
  /** Runs after a change. */
  readonly onChanged: () => void;
}

/** Returns the actions on the variant in the drawer. */
export function useVariantActions({ variant, onFailed, onChanged }: ActionsOptions): VariantActions {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [pending, setPending] = useState<PendingAction>(null);
  const [saved, setSaved] = useState<SavedQuantity | null>(null);

  const run = useCallback(
    async <I extends object, O extends object>(
      action: Exclude<PendingAction, null>,
      label: string,
      make: MakeCall<I, O>,
    ): Promise<O | null> => {
      setPending(action);
      const answer = await call(make, { label, toast: false });
      setPending(null);
      if (!answer.ok) {
        onFailed({ label, failure: answer.error, writes: action !== 'prepare' });
        return null;
      }
      if (action !== 'prepare') {
        nudge();
        onChanged();
      }
      return answer.value;
    },
    [call, nudge, onChanged, onFailed],
  );

  const idOn = (source: Source) => variant[source]?.id ?? '';
  const pairWith = (otherId: string) => ({ shopifyId: idOn('shopify') || otherId, squareId: idOn('square') || otherId });
  // 0 leaves the pack sizes of the pair as they are.
  const linkWith = (otherId: string, { shopify, square }: PackSizes = { shopify: 0, square: 0 }): PairToLink => ({
    ...pairWith(otherId),
    shopifyPackSize: shopify,
    squarePackSize: square,
  });
  const saveLink = async (action: 'link' | 'packs', label: string, pair: PairToLink, done: string): Promise<boolean> => {
    const answer = await run(action, label, (api) => api.variants.saveLinks({ pairs: [pair], bulkChangeId: '' }));
    const problem = answer?.outcomes[0]?.problem ?? '';
    if (answer !== null) toast(problem === '' ? { tone: 'good', text: done } : { tone: 'bad', text: problem });
    return answer !== null && problem === '';
  };
  return {
    pending,
    saved,
    clearSaved: () => setSaved(null),
    saveSku: async (sku) =>
      (await run('sku', 'setting sku', (api) =>
        api.variants.saveSku({ shopifyVariantId: idOn('shopify'), squareVariantId: idOn('square'), sku, bulkKey: '' }),
      )) !== null,
    link: (otherId, packs) => saveLink('link', 'linking variants', linkWith(otherId, packs), text.candidates.linked),
    savePacks: (packs) => saveLink('packs', 'saving the pack size', linkWith('', packs), text.packs.saved),
    keepSeparate: async (otherId, separate) => {
      const pair = pairWith(otherId);
      const answer = await run('separate', 'keeping variants separate', (api) =>
        api.variants.saveSeparatePairs({ pairs: [pair], separate }),
      );
      return answer !== null;
    },
    saveQuantity: async (quantity, source) => {
      const request = { source, variantId: idOn(source), quantity };
      setSaved({ units: quantity, stored: false });
      const answer = await run('quantity', 'saving inventory quantity', (api) => api.inventory.saveInventoryQuantity(request));
      setSaved(answer === null ? null : { units: quantity, stored: true });
      if (answer !== null) toast({ tone: 'good', text: text.quantity.saved(quantity) });
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
      if (answer !== null) toast({ tone: 'good', text: send ? text.actions.sent : text.actions.dropped });
      return answer !== null;
    },
    track: async (source) =>
      (await run('track', 'enabling inventory tracking', (api) =>
        api.inventory.setInventoryTracking({ source, variantId: idOn(source), trackInventory: true, bulkKey: '' }),
      )) !== null,
  };
}
