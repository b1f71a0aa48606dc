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
import { issuesText } from './issues.text';
import { issueDetailAtom } from './state';

const text = issuesText.skuDialog;

interface SkuDialogProps {
  readonly variant: Variant;
  /** Saves the SKU. Returns the failure, or null. */
  readonly onSave: (sku: string) => Promise<Failure | null>;
  /** Runs with the SKU once it is saved. */
  readonly onSaved: (sku: string) => void;
  readonly onClose: () => void;
}

/** Asks for a variant's new SKU, and saves it. */
export function SkuDialog({ variant, onSave, onSaved, onClose }: SkuDialogProps) {
  const { source, id, productId } = variant;
  const other = sourceName(otherSource(parseSource(source) ?? 'shopify'));
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
    const trimmed = sku.trim();
    const failed = await onSave(trimmed);
    setBusy(false);
    if (failed === null) onSaved(trimmed);
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
      title={text.title}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="primary" type="submit" form="update-sku" busy={busy} disabled={sku.trim() === ''}>
            {text.save}
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
          <Notice tone="bad" title={text.failed}>
            {failureText(failure)}
          </Notice>
        )}
        <SkuField value={sku} onChange={setSku} onGenerate={fill} generating={generating} disabled={busy} hint={text.hint(other)} />
      </form>
    </Dialog>
  );
}
