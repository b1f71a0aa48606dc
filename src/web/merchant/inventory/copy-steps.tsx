import { Copy, PackageCheck } from 'lucide-react';

import { otherSource, sourceName, type Source } from '../../../domain/source';
import { Button } from '../../shared/components/button';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { formatCount, plural } from '../../shared/formats';
import type { CopyCounts } from './variant-state';

interface CopyConfirmProps {
  readonly to: Source;
  readonly counts: CopyCounts;
  readonly busy: boolean;
  readonly onCopy: () => void;
  readonly onBack: () => void;
}

/** Says what copying the product to the other platform would make, before anything is made. */
export function CopyConfirm({ to, counts, busy, onCopy, onBack }: CopyConfirmProps) {
  const from = otherSource(to);
  const label = to === 'square' ? `Copy ${formatCount(counts.toCopy)} Variants` : `Copy ${formatCount(counts.toCopy)} Variant(s)`;
  return (
    <section aria-label={`Copy to ${sourceName(to)}`} className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
      <h4 className="text-lg font-semibold">Copy this product to {sourceName(to)}</h4>
      <dl className="flex flex-col gap-2">
        <Line source={from} count={counts.withSku}>
          {withSkuText(from, counts.withSku)}
        </Line>
        <Line source={to} count={counts.matching}>
          {matchingText(to, counts.matching)}
        </Line>
      </dl>
      <p className="text-muted">
        {counts.toCopy === 0
          ? `Nothing is left to copy: every SKU of this product is on ${sourceName(to)} already.`
          : `${plural(counts.toCopy, 'variant is', 'variants are')} made on ${sourceName(to)} with the same name, SKU, price, barcode and quantity. What is there already is not touched.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" busy={busy} disabled={counts.toCopy === 0} onClick={onCopy} icon={<Copy size={15} aria-hidden="true" />}>
          {label}
        </Button>
        <Button onClick={onBack} disabled={busy}>
          Back
        </Button>
      </div>
    </section>
  );
}

function withSkuText(from: Source, count: number): string {
  const one = count === 1;
  if (from === 'square') return `${one ? 'variation of the Square product has' : 'variations of the Square product have'} a SKU`;
  return `${one ? 'variant of the Shopify product has' : 'variants of the Shopify product have'} a SKU`;
}

function matchingText(to: Source, count: number): string {
  const one = count === 1;
  if (to === 'shopify') return one ? 'matching Shopify variant exists already' : 'matching Shopify variants exist already';
  return one ? 'matching Square variation exists already' : 'matching Square variations exist already';
}

function Line({ source, count, children }: { readonly source: Source; readonly count: number; readonly children: string }) {
  return (
    <div className="flex items-center gap-2.5">
      <PlatformGlyph source={source} size={18} />
      <dd className="min-w-6 text-right text-lg font-semibold tabular-nums">{formatCount(count)}</dd>
      <dt className="text-muted">{children}</dt>
    </div>
  );
}

/** Said once copying has begun. */
export function CopyStarted({ to, onClose }: { readonly to: Source; readonly onClose: () => void }) {
  return (
    <div role="status" className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <div className="mb-1 flex size-12 items-center justify-center rounded-full bg-good-soft text-good">
        <PackageCheck size={24} aria-hidden="true" />
      </div>
      <p className="text-lg font-semibold">The sync to {sourceName(to)} has started</p>
      <p className="max-w-sm text-muted">It may take a few minutes for the variants to show there and here. You can leave this page.</p>
      <div className="mt-3">
        <Button kind="primary" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
