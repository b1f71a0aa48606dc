import { useState } from 'react';

import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { Notice } from '../../shared/components/notice';
import { isolate } from '../../shared/formats';
import type { Failure } from '../../shared/rpc/failure';
import { failureText, useCall, useToast } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { nudgeStatusAtom } from '../../shared/state/session';
import { copiesText } from './copies.text';
import type { ListedVariant } from './level-state';

const text = copiesText.dialog;

/** Asks for confirmation before the product of a Square variant is copied to Shopify. */
export function CopyDialog({ listed, onClose }: { readonly listed: ListedVariant; readonly onClose: () => void }) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
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
    nudge();
    onClose();
  };
  return (
    <ConfirmDialog
      title={text.title}
      question={text.lead(isolate(productName))}
      action={text.copy}
      busy={busy}
      onConfirm={copy}
      onClose={onClose}
    >
      {failure !== null && (
        <div className="mt-4">
          <Notice tone="bad" title={text.failed}>
            {failureText(failure)}
          </Notice>
        </div>
      )}
    </ConfirmDialog>
  );
}
