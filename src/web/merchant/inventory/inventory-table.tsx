import type { ReactNode } from 'react';

import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { useBreakpoints } from '../../shared/components/breakpoint';
import { quantityColumn } from '../../shared/components/quantity-column';
import { Table, type Column } from '../../shared/components/table';
import { isolate } from '../../shared/formats';
import { variantTitle } from '../../shared/variant-names';
import { CardsHead, InventoryCard } from './inventory-card';
import { NameCell, QuantityCell, StatusCell } from './inventory-cells';
import { inventoryText as text } from './inventory.text';
import type { ListedVariant } from './level-state';
import { CompactActions, CopyAction, FixAction, RowActions } from './row-actions';
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

/** Lists variants with both quantities, how they compare, and the actions of each; on a phone as cards. */
export function InventoryTable({ rows, flat, explained, stale, sort, onSort, selection, ...handlers }: InventoryTableProps) {
  const isWide = useBreakpoints().has('sm');
  const by = sort === '' ? 'name' : sort;
  const options = { flat, explained, selection, ...handlers };
  return (
    <Table
      label={text.list}
      columns={isWide ? columns(options) : cards(options, <CardsHead selection={selection} sort={flat ? by : null} onSort={onSort} />)}
      rows={rows}
      rowKey={(row) => row.key}
      rowSku={(row) => (row.kind === 'variant' ? row.variant.sku : undefined)}
      rowHeight={isWide ? 56 : 88}
      stale={stale}
      onRow={(row) => row.kind === 'variant' && handlers.onOpen(row.variant)}
      spanning={spanning}
      {...(flat ? { sorting: { by, onSort } } : {})}
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

type Cell = (variant: InventoryVariant, productName: string) => ReactNode;

interface CellOptions extends RowHandlers {
  readonly flat: boolean;
  readonly explained: boolean;
  readonly selection: Selection;
}

/** Returns the parts of a row that are in the table as well as in a card. `children` are within the name's lines. */
function cellsOf({ flat, explained, selection, onOpen, onCopy }: CellOptions) {
  const select: Cell = (variant, productName) => <SelectRow id={variant.id} name={nameOf(variant, productName)} selection={selection} />;
  const name = (variant: InventoryVariant, productName: string, children?: ReactNode) => (
    <NameCell variant={variant} productName={productName} grouped={!flat} explained={explained} onOpen={() => onOpen(variant)}>
      {children}
    </NameCell>
  );
  const actionProps = (variant: InventoryVariant, productName: string) => ({
    variant,
    name: nameOf(variant, productName),
    onFix: () => onOpen(variant),
    onCopy: () => onCopy({ productName, variant }),
  });
  return { select, name, actionProps };
}

function columns(options: CellOptions): readonly Column<InventoryRow>[] {
  const { select, name, actionProps } = cellsOf(options);
  return [
    {
      key: 'select',
      header: <SelectAll selection={options.selection} />,
      width: 'w-11',
      cell: ofVariant(select),
    },
    {
      key: 'name',
      header: text.columns.name,
      sortKey: 'name',
      cell: ofVariant((variant, productName) =>
        name(
          variant,
          productName,
          <span className="md:hidden">
            <CompactActions {...actionProps(variant, productName)} />
          </span>,
        ),
      ),
    },
    quantityColumn(
      'shopify',
      ofVariant((variant) => <QuantityCell variant={variant} source="shopify" />),
    ),
    {
      key: 'status',
      header: text.columns.status,
      width: 'w-24',
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
      cell: ofVariant((variant, productName) => <RowActions {...actionProps(variant, productName)} />),
    },
  ];
}

/** Returns the one column of a phone: each row is a card. */
function cards(options: CellOptions, head: ReactNode): readonly Column<InventoryRow>[] {
  const { select, name, actionProps } = cellsOf(options);
  return [
    {
      key: 'card',
      header: head,
      cell: ofVariant((variant, productName) => (
        <InventoryCard
          variant={variant}
          select={select(variant, productName)}
          name={name(variant, productName)}
          fix={<FixAction {...actionProps(variant, productName)} />}
          copy={<CopyAction {...actionProps(variant, productName)} />}
        />
      )),
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

function ofVariant(cell: Cell): (row: InventoryRow) => ReactNode {
  return (row) => (row.kind === 'variant' ? cell(row.variant, row.productName) : null);
}
