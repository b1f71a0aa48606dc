import type { ReactNode } from 'react';

import { ScrollList } from '../../../shared/components/scroll-list';
import { isolate } from '../../../shared/formats';
import { variantTitle } from '../../../shared/variant-names';
import type { SkuStep } from './import-plan';
import { importText } from './import.text';

const text = importText.row;

interface SkuChangeRowsProps {
  readonly label: string;
  readonly steps: readonly SkuStep[];
  /** What stands at the end of a row. */
  readonly note: (step: SkuStep) => ReactNode;
}

/** Lists the rows of a plan: each variant with its SKU now and after. */
export function SkuChangeRows({ label, steps, note }: SkuChangeRowsProps) {
  return (
    <ScrollList label={label} rows={steps} rowKey={({ id }) => id}>
      {(step) => (
        <>
          <Change step={step} />
          <span className="shrink-0">{note(step)}</span>
        </>
      )}
    </ScrollList>
  );
}

function Change({ step: { sku, variant } }: { readonly step: SkuStep }) {
  const title = variantTitle(variant.name);
  return (
    <span className="min-w-0">
      <span className="block truncate font-medium">
        {isolate(variant.productName)}
        {title !== '' && <span className="font-normal text-muted"> · {isolate(title)}</span>}
      </span>
      <span role="img" aria-label={text.change(variant.sku, sku)} className="block truncate font-mono text-xs" title={sku}>
        <span className="text-muted">{variant.sku === '' ? text.none : variant.sku}</span> →{' '}
        <strong className="font-semibold">{sku}</strong>
      </span>
    </span>
  );
}
