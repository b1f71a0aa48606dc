import { useState } from 'react';

import { otherSource, parseSource, sourceName } from '../../../domain/source';
import type { Variant } from '../../../gen/sh/common_pb';
import { Button } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { Notice } from '../../shared/components/notice';
import { SkuField } from '../../shared/components/sku-field';
import type { Failure } from '../../shared/rpc/failure';
import { failureText } from '../../shared/state/calls';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { useSkuGenerator } from '../../shared/state/skus';
import { IssueFacts } from './issue-facts';
import { issueDetailAtom } from './state';

interface SkuDialogProps {
  readonly variant: Variant;
  /** Saves; answers why it did not work, or null. The row has left the list meanwhile. */
  readonly onSave: (sku: string) => Promise<Failure | null>;
  /** Runs with the SKU once it is saved. */
  readonly onSaved: (sku: string) => void;
  readonly onClose: () => void;
}

/** Gives a variant a SKU of its own. */
export function SkuDialog({ variant, onSave, onSaved, onClose }: SkuDialogProps) {
  const { source, id, productId } = variant;
  const loaded = useLoad({
    atom: issueDetailAtom,
    key: `${source}:${id}`,
    label: 'getting variant detail',
    make: (api, options) => api.variants.getVariantDetail({ source, variantId: id, productId }, options),
  });
  const { generate, generating } = useSkuGenerator();
  const [sku, setSku] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const save = async () => {
    setBusy(true);
    setFailure(null);
    const given = sku.trim();
    const failed = await onSave(given);
    setBusy(false);
    if (failed === null) onSaved(given);
    else setFailure(failed);
  };
  const fill = async () => {
    const answer = await generate();
    if (answer.ok) setSku(answer.value);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Update Variant SKU"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form="update-sku" busy={busy} disabled={sku.trim() === ''}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="update-sku"
        className="mt-3 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (sku.trim() !== '' && !busy) void save();
        }}
      >
        <IssueFacts variant={variant} detail={latest(loaded.remote)} />
        {failure !== null && (
          <Notice tone="bad" title="We encountered an error trying to update the SKU.">
            {failureText(failure)}
          </Notice>
        )}
        <SkuField value={sku} onChange={setSku} onGenerate={fill} generating={generating} disabled={busy} hint={skuHint(source)} />
      </form>
    </Dialog>
  );
}

/** Two variants are one when their SKUs are the same: whoever gives a new one must know the other's. */
function skuHint(source: string): string {
  const other = sourceName(otherSource(parseSource(source) ?? 'shopify'));
  return `If you sell this on ${other} too, write the SKU that it has there: the two are then matched. Generate one only for something that ${other} does not have.`;
}
