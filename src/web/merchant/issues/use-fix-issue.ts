import { useCallback, useState } from 'react';

import type { Variant } from '../../../gen/sh/common_pb';
import type { Failure } from '../../shared/rpc/failure';
import { failureText, useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { nudgeStatusAtom } from '../../shared/state/session';
import { issuesText } from './issues.text';
import { forgetFixed, hideRow, issueName, NOTHING_FIXED, returnRow, type FixedRows } from './state';

/** The rows that were fixed here, and the function that fixes one. */
export interface IssueFixes {
  readonly fixed: FixedRows;
  /** Saves a SKU. The row leaves at once, and returns with an error if the save fails. Returns the failure, or null. */
  readonly saveSku: (variant: Variant, sku: string) => Promise<Failure | null>;
  /** Takes in a new list from the server. */
  readonly onListed: (listed: readonly Variant[]) => void;
}

/** Keeps which rows were fixed here. */
export function useFixIssue(): IssueFixes {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [fixed, setFixed] = useState(NOTHING_FIXED);
  const saveSku = useCallback(
    async (variant: Variant, sku: string): Promise<Failure | null> => {
      setFixed((before) => hideRow(before, variant.id));
      const [shopifyVariantId, squareVariantId] = variant.source === 'shopify' ? [variant.id, ''] : ['', variant.id];
      const answer = await call((api) => api.variants.saveSku({ shopifyVariantId, squareVariantId, sku, bulkKey: '' }), {
        label: 'saving sku',
        toast: false,
      });
      nudge();
      if (answer.ok) return null;
      setFixed((before) => returnRow(before, variant.id, failureText(answer.error)));
      toast({
        tone: 'bad',
        header: issuesText.skuDialog.failed,
        text: issuesText.skuDialog.failedVariant(issueName(variant), failureText(answer.error)),
      });
      return answer.error;
    },
    [call, nudge, toast],
  );
  return { fixed, saveSku, onListed: useCallback((listed) => setFixed((before) => forgetFixed(before, listed)), []) };
}
