import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { Notice } from '../../shared/components/notice';
import { isolate } from '../../shared/formats';
import type { Failure } from '../../shared/rpc/failure';
import { failureText, useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { statusNudgeAtom } from '../../shared/state/session';
import type { ListedVariant } from './level-state';

/** Asks before the product that holds a SKU is copied to Shopify. */
export function CopyDialog({ listed, onClose }: { readonly listed: ListedVariant; readonly onClose: () => void }) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { productName, variant } = listed;
  const copy = async () => {
    setBusy(true);
    const answer = await call((api) => api.variants.saveProductToShopify({ id: variant.sku }), {
      label: 'copying to shopify',
      toast: false,
    });
    setBusy(false);
    setFailure(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    toast({ tone: 'good', header: 'The copy to Shopify has started', text: 'It may take a few minutes to show there and here.' });
    nudge((count) => count + 1);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Copy To Shopify"
      lead={`The Square product “${isolate(productName)}” is made on Shopify: every variation that has a SKU and is not there yet, with its name, SKU, price, barcode and quantity. What is on Shopify already is not touched.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy} onClick={copy}>
            Copy To Shopify
          </Button>
        </>
      }
    >
      {failure !== null && (
        <div className="mt-4">
          <Notice tone="bad" title="The product could not be copied.">
            {failureText(failure)}
          </Notice>
        </div>
      )}
    </Dialog>
  );
}
