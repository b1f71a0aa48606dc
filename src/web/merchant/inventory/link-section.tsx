import { Unlink } from 'lucide-react';
import { useState } from 'react';

import { isBlankSku, skusDiffer } from '../../../domain/catalog/match';
import type { JoinedVariant } from '../../../gen/sh/common_pb';
import { Button } from '../../shared/components/button';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { isolate } from '../../shared/formats';
import { useToast } from '../../shared/state/calls';
import type { VariantActions } from './variant-actions';
import { variantText } from './variant.text';

const text = variantText.linked;

interface LinkSectionProps {
  readonly variant: JoinedVariant;
  readonly actions: VariantActions;
}

/** Says why a variant of both platforms is linked, and keeps the two separate on request. Nothing for a variant of one platform. */
export function LinkSection({ variant: { shopify, square, manualLink }, actions }: LinkSectionProps) {
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  if (shopify === undefined || square === undefined) return null;
  const why = manualLink ? 'manual' : skusDiffer(shopify.sku, square.sku) ? 'differ' : isBlankSku(shopify.sku) ? 'noSku' : 'bySku';
  const isBusy = actions.pending !== null;
  const separate = async (): Promise<void> => {
    if (await actions.keepSeparate(square.id, true)) toast({ tone: 'good', text: text.separated });
    setAsking(false);
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="text-sm text-muted">{text[why]}</p>
      <div className="flex flex-wrap gap-2">
        {why === 'differ' && (
          <Button size="sm" busy={actions.pending === 'link'} aria-disabled={isBusy} onClick={() => void actions.link(square.id)}>
            {text.keep}
          </Button>
        )}
        <Button size="sm" kind="quiet" icon={<Unlink size={15} aria-hidden />} aria-disabled={isBusy} onClick={() => setAsking(true)}>
          {text.separate}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={text.title}
          question={text.question(isolate(shopify.productName), isolate(square.productName))}
          action={text.confirm}
          danger
          busy={actions.pending === 'separate'}
          onConfirm={separate}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
