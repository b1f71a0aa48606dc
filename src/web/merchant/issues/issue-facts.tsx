import { SOURCES } from '../../../domain/source';
import type { JoinedVariant, Variant } from '../../../gen/sh/common_pb';
import { SideTable, type SideRow } from '../../shared/components/side-table';

interface IssueFactsProps {
  readonly variant: Variant;
  /** Both sides, once they are known. */
  readonly detail: JoinedVariant | null;
  /** Adds the line Inv. Tracked. */
  readonly tracked?: boolean;
}

/** What is known of the variant in a dialog: one column per platform that is shown, N/A where something is missing. */
export function IssueFacts({ variant, detail, tracked = false }: IssueFactsProps) {
  const sideOf = (source: string): Variant | undefined => {
    if (source === variant.source && detail === null) return variant;
    return source === 'shopify' ? detail?.shopify : detail?.square;
  };
  const row = (name: string, read: (side: Variant) => string, mono = false): SideRow => ({
    name,
    mono,
    value: (source) => {
      const side = sideOf(source);
      return side === undefined ? '' : read(side);
    },
  });
  const rows = [
    row('Product', (side) => side.productName),
    row('Variant', (side) => (side.name === 'Default Title' ? '' : side.name)),
    row('SKU', (side) => side.sku, true),
    ...(tracked ? [row('Inv. Tracked', (side) => (side.inventoryTracked ? 'Yes' : 'No'))] : []),
  ];
  return (
    <SideTable label="Variant" shown={SOURCES.filter((source) => source === variant.source || sideOf(source) !== undefined)} rows={rows} />
  );
}
