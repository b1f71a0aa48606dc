import type { JoinedVariant } from '../../../../gen/sh/common_pb';
import { ExcludeButton } from './exclude-button';

interface ExcludeProductProps {
  readonly variant: JoinedVariant;
  readonly onExcluded: () => void;
}

/** Excludes the product of a variant: Shopify's, or Square's where it is on Square alone. Nothing for what is excluded already. */
export function ExcludeProduct({ variant: { shopify, square, matching }, onExcluded }: ExcludeProductProps) {
  const side = shopify ?? square;
  if (side === undefined || matching === 'excluded') return null;
  return (
    <div className="flex justify-end">
      <ExcludeButton
        exclusion={{ kind: 'product', source: side.source, value: side.productId, name: side.productName }}
        onExcluded={onExcluded}
      />
    </div>
  );
}
