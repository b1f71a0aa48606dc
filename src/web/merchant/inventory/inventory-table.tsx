import type { ReactNode } from 'react';

import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { useBreakpoints } from '../../shared/components/breakpoint';
import { ProductPicture } from '../../shared/components/product-picture';
import { quantityColumn } from '../../shared/components/quantity-column';
import { Table, type Column } from '../../shared/components/table';
import { isolate } from '../../shared/formats';
import { variantTitle } from '../../shared/variant-names';
import { useFittingColumns, type OptionalColumn } from './columns/optional-columns';
import { CardsHead, InventoryCard } from './inventory-card';
import { labelsOf, NameCell, QuantityCell, SkuCell, StatusCell } from './inventory-cells';
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
  /** The optional columns that the merchant shows. */
  readonly optional: ReadonlySet<OptionalColumn>;
}

/** Lists variants with both quantities, how they compare, and the actions of each; on a phone as cards. */
export function InventoryTable({ rows, flat, explained, stale, sort, onSort, selection, optional, ...handlers }: InventoryTableProps) {
  const isWide = useBreakpoints().has('sm');
  const by = sort === '' ? 'name' : sort;
  const fitting = useFittingColumns(optional);
  const options = { flat, explained, selection, chosen: optional, fitting, ...handlers };
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
      arrowsBetween="input[type=checkbox]"
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
  readonly chosen: ReadonlySet<OptionalColumn>;
  /** Those of the chosen columns that the window has room for. */
  readonly fitting: ReadonlySet<OptionalColumn>;
}

/** Returns the parts of a row that are in the table as well as in a card. `children` are within the name's lines. */
function cellsOf({ flat, explained, selection, fitting, onOpen, onCopy }: CellOptions) {
  const select: Cell = (variant, productName) => <SelectRow id={variant.id} name={nameOf(variant, productName)} selection={selection} />;
  const name = (variant: InventoryVariant, productName: string, children?: ReactNode) => (
    <NameCell
      variant={variant}
      productName={productName}
      grouped={!flat}
      explained={explained}
      elsewhere={fitting}
      onOpen={() => onOpen(variant)}
    >
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
  const { fitting } = options;
  // Beside these, there is no room for a column of buttons.
  const isCrowded = [...fitting].filter((column) => column !== 'picture').length > 1;
  const extra = optionalColumns();
  return [
    {
      key: 'select',
      header: <SelectAll selection={options.selection} />,
      width: 'w-11',
      cell: ofVariant(select),
    },
    ...(fitting.has('picture') ? [extra.picture] : []),
    {
      key: 'name',
      header: text.columns.name,
      sortKey: 'name',
      cell: ofVariant((variant, productName) =>
        name(
          variant,
          productName,
          <span className={isCrowded ? undefined : 'md:hidden'}>
            <CompactActions {...actionProps(variant, productName)} />
          </span>,
        ),
      ),
    },
    ...(['sku', 'vendor', 'type'] as const).flatMap((column) => (fitting.has(column) ? [extra[column]] : [])),
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
    ...(isCrowded ? [] : [actionColumn(ofVariant((variant, productName) => <RowActions {...actionProps(variant, productName)} />))]),
  ];
}

function actionColumn(cell: (row: InventoryRow) => ReactNode): Column<InventoryRow> {
  return {
    key: 'action',
    header: <span className="sr-only">{text.columns.actions}</span>,
    headerName: text.columns.actions,
    width: 'w-24 lg:w-60',
    align: 'right',
    from: 'md',
    cell,
  };
}

function optionalColumns(): Readonly<Record<OptionalColumn, Column<InventoryRow>>> {
  const { names, pictureOf } = text.optionalColumns;
  const textColumn = (key: 'vendor' | 'type', width: string): Column<InventoryRow> => ({
    key,
    header: names[key],
    width,
    hook: key,
    cell: ofVariant((variant) => (
      <span className="line-clamp-2 text-sm wrap-anywhere text-muted">{labelsOf(variant, (label) => label === key)}</span>
    )),
  });
  return {
    picture: {
      key: 'picture',
      header: <span className="sr-only">{names.picture}</span>,
      headerName: names.picture,
      width: 'w-16',
      hook: 'picture',
      cell: ofVariant((variant, productName) => <ProductPicture url={variant.imageUrl} alt={pictureOf(productName)} small />),
    },
    sku: { key: 'sku', header: names.sku, width: 'w-36', sortKey: 'sku', hook: 'sku', cell: ofVariant(({ sku }) => <SkuCell sku={sku} />) },
    vendor: textColumn('vendor', 'w-32'),
    type: textColumn('type', 'w-36'),
  };
}

/** What has a place of its own in a card. */
const IN_CARD: ReadonlySet<OptionalColumn> = new Set(['vendor', 'type']);

/** Returns the one column of a phone: each row is a card. */
function cards(options: CellOptions, head: ReactNode): readonly Column<InventoryRow>[] {
  const { select, name, actionProps } = cellsOf({ ...options, fitting: IN_CARD });
  const { chosen } = options;
  return [
    {
      key: 'card',
      header: head,
      cell: ofVariant((variant, productName) => (
        <InventoryCard
          variant={variant}
          picture={
            chosen.has('picture') && <ProductPicture url={variant.imageUrl} alt={text.optionalColumns.pictureOf(productName)} small />
          }
          labels={labelsOf(variant, (label) => chosen.has(label))}
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
