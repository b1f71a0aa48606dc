import { SOURCES } from '../../../domain/source';
import type { JoinedVariant, Variant } from '../../../gen/sh/common_pb';
import { SideTable, type SideRow } from '../../shared/components/side-table';
import { variantTitle } from '../../shared/variant-names';
import { issuesText } from './issues.text';

const text = issuesText.facts;

interface IssueFactsProps {
  readonly variant: Variant;
  /** Both sides, once they are known. */
  readonly detail: JoinedVariant | null;
  /** Adds the row 'Inv. Tracked'. */
  readonly tracked?: boolean;
}

/** Shows a variant's details in a dialog: one column for each platform that has it, N/A where a value is missing. */
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
    row(text.product, (side) => side.productName),
    row(text.variant, ({ name }) => variantTitle(name)),
    row(text.sku, (side) => side.sku, true),
    ...(tracked ? [row(text.tracked, (side) => (side.inventoryTracked ? text.yes : text.no))] : []),
  ];
  return (
    <SideTable
      label={text.label}
      shown={SOURCES.filter((source) => source === variant.source || sideOf(source) !== undefined)}
      rows={rows}
    />
  );
}
