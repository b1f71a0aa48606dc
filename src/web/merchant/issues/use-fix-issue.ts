import { useCallback, useState } from 'react';

import type { Variant } from '../../../gen/sh/common_pb';
import type { Failure } from '../../shared/rpc/failure';
import { failureText, useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { statusNudgeAtom } from '../../shared/state/session';
import { comeBack, issueName, leave, NOTHING_MENDED, settle, type Mended } from './state';

/** Rows that were mended here, and the way to mend one. */
export interface Mending {
  readonly mended: Mended;
  /** Saves a SKU. The row leaves at once, and comes back with the reason if it cannot be saved. Answers that, or null. */
  readonly saveSku: (variant: Variant, sku: string) => Promise<Failure | null>;
  /** The server's list has come. */
  readonly settle: (listed: readonly Variant[]) => void;
}

/** Keeps which rows were mended here. */
export function useMending(): Mending {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const [mended, setMended] = useState(NOTHING_MENDED);
  const saveSku = useCallback(
    async (variant: Variant, sku: string): Promise<Failure | null> => {
      setMended((before) => leave(before, variant.id));
      const [shopifyVariantId, squareVariantId] = variant.source === 'shopify' ? [variant.id, ''] : ['', variant.id];
      const answer = await call((api) => api.variants.saveSku({ shopifyVariantId, squareVariantId, sku }), {
        label: 'saving sku',
        toast: false,
      });
      nudge((count) => count + 1);
      if (answer.ok) return null;
      setMended((before) => comeBack(before, variant.id, failureText(answer.error)));
      toast({
        tone: 'bad',
        header: 'We encountered an error trying to update the SKU.',
        text: `${issueName(variant)}: ${failureText(answer.error)}`,
      });
      return answer.error;
    },
    [call, nudge, toast],
  );
  return { mended, saveSku, settle: useCallback((listed) => setMended((before) => settle(before, listed)), []) };
}
