import { X } from 'lucide-react';
import { Link } from 'wouter';

import { sourceName, type Source } from '../../../domain/source';
import type { LocationInventory } from '../../../gen/sh/inventory_pb';
import { textLink } from '../../shared/components/button';
import { Quantity } from '../../shared/components/quantity';
import { quantityColumn } from '../../shared/components/quantity-column';
import { Table, type Column, type Sorting } from '../../shared/components/table';
import { Tooltip } from '../../shared/components/tooltip';
import { inventorySearchPath } from '../../shared/paths';
import { variantTitle } from '../../shared/variant-names';
import { text } from './locations.text';

/** Lists a location's variants with both platforms' quantities. */
export function LocationTable({ rows, sorting }: { readonly rows: readonly LocationInventory[]; readonly sorting: Sorting }) {
  return (
    <Table
      label={text.stock.label}
      columns={COLUMNS}
      rows={rows}
      rowKey={(row) => row.id}
      rowSku={(row) => row.sku}
      rowHeight={56}
      sorting={sorting}
    />
  );
}

const COLUMNS: readonly Column<LocationInventory>[] = [
  {
    key: 'name',
    header: text.stock.product,
    sortKey: 'name',
    cell: (row) => (
      <div className="min-w-0">
        <span className="line-clamp-2 sm:line-clamp-1">
          <span className="font-medium">{row.productName}</span>
          {variantTitle(row.variantName) !== '' && <span className="text-muted"> · {variantTitle(row.variantName)}</span>}
        </span>
        <span className="block truncate sm:hidden">
          <Sku sku={row.sku} />
        </span>
      </div>
    ),
  },
  { key: 'sku', header: text.stock.sku, width: 'w-52', from: 'sm', sortKey: 'sku', cell: ({ sku }) => <Sku sku={sku} /> },
  quantityColumn('shopify', (row) => <QuantityCell row={row} source="shopify" />),
  quantityColumn('square', (row) => <QuantityCell row={row} source="square" />),
];

/** Shows a SKU as a link to the variant in the inventory. */
function Sku({ sku }: { readonly sku: string }) {
  if (sku === '') return <span className="text-sm text-bad">{text.stock.missingSku}</span>;
  return (
    <Link href={inventorySearchPath(sku)} className={`${textLink} block truncate font-mono text-xs leading-5`}>
      {sku}
    </Link>
  );
}

/** Shows a platform's quantity, or a cross where the variant does not exist on it. */
function QuantityCell({ row, source }: { readonly row: LocationInventory; readonly source: Source }) {
  const [id, units] = source === 'shopify' ? [row.shopifyVariantId, row.shopifyQuantity] : [row.squareVariationId, row.squareQuantity];
  if (id !== '') return <Quantity units={units} />;
  return (
    <Tooltip text={text.stock.doesNotExist(sourceName(source))}>
      <X size={17} role="img" aria-label={text.stock.notOn(sourceName(source))} className="text-bad" />
    </Tooltip>
  );
}
