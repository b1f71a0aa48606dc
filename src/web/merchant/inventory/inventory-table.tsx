import type { ReactNode } from 'react';

import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { quantityColumn } from '../../shared/components/quantity-column';
import { Table, type Column } from '../../shared/components/table';
import { isolate } from '../../shared/formats';
import { variantTitle } from '../../shared/variant-names';
import { NameCell, QuantityCell, StatusCell } from './inventory-cells';
import { inventoryText as text } from './inventory.text';
import type { ListedVariant } from './level-state';
import { RowActions } from './row-actions';
import { SelectAll, SelectRow, type Selection } from './selection';
import { type InventoryRow } from './state';

/** The actions of a row. */
export interface RowHandlers {
  readonly onOpen: (variant: InventoryVariant) => void;
  readonly onCopy: (listed: ListedVariant) => void;
}

interface InventoryTableProps extends RowHandlers {
  readonly rows: readonly InventoryRow[];
  /** Lists variants only, sortable; otherwise groups them by product. */
  readonly flat: boolean;
  /** Says of each row why it needs attention. */
  readonly explained: boolean;
  readonly stale: boolean;
  readonly sort: string;
  readonly onSort: (by: string) => void;
  readonly selection: Selection;
}

/** Lists variants with both quantities, how they compare, and the actions of each. */
export function InventoryTable({ rows, flat, explained, stale, sort, onSort, selection, ...handlers }: InventoryTableProps) {
  return (
    <Table
      label={text.list}
      columns={columns({ flat, explained }, handlers, selection)}
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
      return <span className="font-normal text-muted">{text.noVariants}</span>;
    case 'product':
      return (
        <span className="flex items-baseline justify-between gap-4">
          <span className="truncate">{row.name}</span>
          <span className="shrink-0 text-sm font-normal text-muted">{text.variantCount(row.variants)}</span>
        </span>
      );
  }
}

function columns(
  { flat, explained }: { readonly flat: boolean; readonly explained: boolean },
  { onOpen, onCopy }: RowHandlers,
  selection: Selection,
): readonly Column<InventoryRow>[] {
  const rowProps = (variant: InventoryVariant, productName: string) => ({
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
      header: text.columns.name,
      sortKey: 'name',
      cell: ofVariant((variant, productName) => (
        <NameCell variant={variant} productName={productName} grouped={!flat} explained={explained} onOpen={() => onOpen(variant)}>
          <span className="md:hidden">
            <RowActions {...rowProps(variant, productName)} compact />
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
      header: text.columns.status,
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
      header: <span className="sr-only">{text.columns.actions}</span>,
      headerName: text.columns.actions,
      width: 'w-24 lg:w-60',
      align: 'right',
      from: 'md',
      cell: ofVariant((variant, productName) => <RowActions {...rowProps(variant, productName)} />),
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
