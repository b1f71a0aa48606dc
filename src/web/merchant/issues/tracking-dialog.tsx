import { CircleCheck } from 'lucide-react';
import { useState } from 'react';

import { sourceName, type Source } from '../../../domain/source';
import type { Variant } from '../../../gen/sh/common_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { Notice } from '../../shared/components/notice';
import { inventorySearchPath } from '../../shared/paths';
import type { Failure } from '../../shared/rpc/failure';
import { failureText, useCall } from '../../shared/state/calls';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { IssueFacts } from './issue-facts';
import { issuesText } from './issues.text';
import { issueDetailAtom } from './state';

const text = issuesText.tracking;

interface TrackingDialogProps {
  readonly variant: Variant;
  readonly source: Source;
  /** Runs once tracking is on. */
  readonly onEnabled: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before the platform starts to track a variant, and shows the result. */
export function TrackingDialog({ variant, source, onEnabled, onClose }: TrackingDialogProps) {
  const call = useCall();
  const { id, productId } = variant;
  const loaded = useLoad({
    atom: issueDetailAtom,
    key: `${source}:${id}`,
    label: 'getting variant detail',
    make: (api, options) => api.variants.getVariantDetail({ source, variantId: id, productId }, options),
  });
  const [busy, setBusy] = useState(false);
  const [enabled, setEnabled] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const enable = async () => {
    setBusy(true);
    setFailure(null);
    const request = { source, variantId: id, trackInventory: true, bulkKey: '' };
    const answer = await call((api) => api.inventory.setInventoryTracking(request), { label: 'enabling inventory tracking', toast: false });
    setBusy(false);
    if (!answer.ok) {
      setFailure(answer.error);
      return;
    }
    setEnabled(true);
    loaded.reload();
    onEnabled();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      {...(enabled ? {} : { lead: text.lead(sourceName(source)) })}
      footer={
        enabled ? (
          <>
            <ButtonLink href={inventorySearchPath(variant.sku === '' ? variant.productName : variant.sku)}>{text.setCount}</ButtonLink>
            <Button kind="primary" onClick={onClose}>
              {text.close}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{text.cancel}</Button>
            <Button kind="primary" busy={busy} onClick={enable}>
              {text.enable}
            </Button>
          </>
        )
      }
    >
      <div className="mt-3 flex flex-col gap-4">
        {enabled && (
          <p role="status" className="flex items-center gap-2.5 font-medium">
            <CircleCheck size={20} className="shrink-0 text-good" />
            {text.enabled}
          </p>
        )}
        {failure !== null && (
          <Notice tone="bad" title={text.failed}>
            {failureText(failure)}
          </Notice>
        )}
        <IssueFacts variant={variant} detail={latest(loaded.remote)} tracked />
      </div>
    </Dialog>
  );
}
