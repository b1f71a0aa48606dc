import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { Notice } from '../../shared/components/notice';
import { isolate } from '../../shared/formats';
import type { Failure } from '../../shared/rpc/failure';
import { failureText, useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { statusNudgeAtom } from '../../shared/state/session';
import { copiesText } from './copies.text';
import type { ListedVariant } from './level-state';

const text = copiesText.dialog;

/** Asks for confirmation before the product of a Square variant is copied to Shopify. */
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
    toast({ tone: 'good', header: text.started, text: text.startedExplained });
    nudge((count) => count + 1);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      lead={text.lead(isolate(productName))}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" busy={busy} onClick={copy}>
            {text.copy}
          </Button>
        </>
      }
    >
      {failure !== null && (
        <div className="mt-4">
          <Notice tone="bad" title={text.failed}>
            {failureText(failure)}
          </Notice>
        </div>
      )}
    </Dialog>
  );
}
