import { useState } from 'react';

import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { isolate } from '../../formats';
import { useCall, useToast } from '../../state/calls';
import { useSetAtom } from '../../state/jotai';
import { statusNudgeAtom } from '../../state/session';
import type { ListedVariant } from './level-state';

/** Asks before the product that holds a SKU is copied to Shopify. */
export function CopyDialog({ listed, onClose }: { readonly listed: ListedVariant; readonly onClose: () => void }) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const [busy, setBusy] = useState(false);
  const { productName, variant } = listed;
  const copy = async () => {
    setBusy(true);
    const answer = await call((api) => api.variants.saveProductToShopify({ id: variant.sku }), { label: 'copying to shopify' });
    setBusy(false);
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
    />
  );
}
