import type { ReactNode } from 'react';

import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { quantityColumn } from '../../shared/components/quantity-column';
import { Table, type Column } from '../../shared/components/table';
import { isolate, plural } from '../../shared/formats';
import { NameCell, QuantityCell, StatusCell } from './inventory-cells';
import type { ListedVariant } from './level-state';
import { RowActions, RowLinks } from './row-actions';
import { SelectAll, SelectRow, type Selection } from './selection';
import { variantTitle, type InventoryRow } from './state';

/** What a row can ask for. */
export interface RowHandlers {
  readonly onOpen: (variant: InventoryVariant) => void;
  readonly onCopy: (listed: ListedVariant) => void;
}

interface InventoryTableProps extends RowHandlers {
  readonly rows: readonly InventoryRow[];
  /** Variants alone, sortable; otherwise under their products. */
  readonly flat: boolean;
  readonly stale: boolean;
  readonly sort: string;
  readonly onSort: (by: string) => void;
  readonly selection: Selection;
}

/** The list of variants with both quantities, a mark for how they compare, and what can be done. */
export function InventoryTable({ rows, flat, stale, sort, onSort, selection, ...handlers }: InventoryTableProps) {
  return (
    <Table
      label="Variants"
      columns={columns(flat, handlers, selection)}
      rows={rows}
      rowKey={(row) => row.key}
      rowSku={(row) => (row.kind === 'variant' ? row.variant.sku : undefined)}
      rowHeight={56}
      stale={stale}
      onRow={(row) => row.kind === 'variant' && handlers.onOpen(row.variant)}
      spanning={spanning}
      {...(flat ? { sorting: { by: sort === '' ? 'name' : sort, onSort } } : {})}
    />
  );
}

function spanning(row: InventoryRow): ReactNode | null {
  switch (row.kind) {
    case 'variant':
      return null;
    case 'empty':
      return <span className="font-normal text-muted">(No Variants)</span>;
    case 'product':
      return (
        <span className="flex items-baseline justify-between gap-4">
          <span className="truncate">{row.name}</span>
          <span className="shrink-0 text-sm font-normal text-muted">{plural(row.variants, 'variant', 'variants')}</span>
        </span>
      );
  }
}

function columns(flat: boolean, { onOpen, onCopy }: RowHandlers, selection: Selection): readonly Column<InventoryRow>[] {
  const asked = (variant: InventoryVariant, productName: string) => ({
    variant,
    name: nameOf(variant, productName),
    onFix: () => onOpen(variant),
    onCopy: () => onCopy({ productName, variant }),
  });
  return [
    {
      key: 'select',
      header: <SelectAll selection={selection} />,
      width: 'w-9 sm:w-11',
      cell: ofVariant((variant, productName) => <SelectRow id={variant.id} name={nameOf(variant, productName)} selection={selection} />),
    },
    {
      key: 'name',
      header: 'Product/Variant',
      sortKey: 'name',
      cell: ofVariant((variant, productName) => (
        <NameCell variant={variant} productName={productName} grouped={!flat} onOpen={() => onOpen(variant)}>
          <span className="md:hidden">
            <RowLinks {...asked(variant, productName)} />
          </span>
        </NameCell>
      )),
    },
    quantityColumn(
      'shopify',
      ofVariant((variant) => <QuantityCell variant={variant} source="shopify" />),
    ),
    {
      key: 'status',
      header: 'Status',
      width: 'w-15 sm:w-24',
      align: 'center',
      sortKey: 'status',
      hook: 'status',
      cell: ofVariant((variant) => <StatusCell variant={variant} />),
    },
    quantityColumn(
      'square',
      ofVariant((variant) => <QuantityCell variant={variant} source="square" />),
    ),
    {
      key: 'action',
      header: <span className="sr-only">Actions</span>,
      headerName: 'Actions',
      width: 'w-24 lg:w-60',
      align: 'right',
      from: 'md',
      cell: ofVariant((variant, productName) => <RowActions {...asked(variant, productName)} />),
    },
  ];
}

function nameOf(variant: InventoryVariant, productName: string): string {
  const parts = [productName, variantTitle(variant.name), variant.sku];
  return parts
    .filter((part) => part !== '')
    .map(isolate)
    .join(', ');
}

function ofVariant(cell: (variant: InventoryVariant, productName: string) => ReactNode): (row: InventoryRow) => ReactNode {
  return (row) => (row.kind === 'variant' ? cell(row.variant, row.productName) : null);
}
