import { ChevronRight, CircleCheck, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';

import { sourceName, type Source } from '../../../domain/source';
import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { PlatformGlyph } from '../../components/platform-glyph';
import { Quantity } from '../../components/quantity';
import { Table, type Column } from '../../components/table';
import { Tooltip } from '../../components/tooltip';
import { plural } from '../../formats';
import { quantityMark, type InventoryRow } from './state';

interface InventoryTableProps {
  readonly rows: readonly InventoryRow[];
  /** Variants alone, sortable; otherwise under their products. */
  readonly flat: boolean;
  readonly stale: boolean;
  readonly sort: string;
  readonly onSort: (by: string) => void;
  readonly onOpen: (variant: InventoryVariant) => void;
}

/** The list of variants with both quantities and a mark for how they compare. */
export function InventoryTable({ rows, flat, stale, sort, onSort, onOpen }: InventoryTableProps) {
  return (
    <Table
      label="Variants"
      columns={columns(flat, onOpen)}
      rows={rows}
      rowKey={(row) => row.key}
      rowSku={(row) => (row.kind === 'variant' ? row.variant.sku : undefined)}
      rowHeight={56}
      stale={stale}
      onRow={(row) => row.kind === 'variant' && onOpen(row.variant)}
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

function columns(flat: boolean, onOpen: (variant: InventoryVariant) => void): readonly Column<InventoryRow>[] {
  return [
    {
      key: 'name',
      header: 'Product/Variant',
      sortKey: 'name',
      cell: ofVariant((variant, productName) => (
        <NameCell variant={variant} productName={flat ? productName : ''} onOpen={() => onOpen(variant)} />
      )),
    },
    quantityColumn('shopify'),
    {
      key: 'status',
      header: 'Status',
      width: 'w-15 sm:w-24',
      align: 'center',
      sortKey: 'status',
      hook: 'status',
      cell: ofVariant((variant) => <StatusCell variant={variant} />),
    },
    quantityColumn('square'),
    {
      key: 'action',
      header: <span className="sr-only">Details</span>,
      width: 'w-12',
      align: 'right',
      from: 'sm',
      // The name is the button; this only shows that the row opens.
      cell: () => <ChevronRight size={17} aria-hidden="true" className="inline text-faint" />,
    },
  ];
}

function ofVariant(cell: (variant: InventoryVariant, productName: string) => ReactNode): (row: InventoryRow) => ReactNode {
  return (row) => (row.kind === 'variant' ? cell(row.variant, row.productName) : null);
}

function quantityColumn(source: Source): Column<InventoryRow> {
  const name = `${sourceName(source)} Qty`;
  return {
    key: source,
    header: (
      <>
        <span className="inline-flex items-center gap-1 sm:hidden">
          <PlatformGlyph source={source} size={15} /> Qty
        </span>
        <span className="max-sm:hidden">{name}</span>
      </>
    ),
    headerName: name,
    width: 'w-18 sm:w-32',
    align: 'right',
    sortKey: `${source}_quantity`,
    hook: source,
    cell: ofVariant((variant) => <QuantityCell variant={variant} source={source} />),
  };
}

function QuantityCell({ variant, source }: { readonly variant: InventoryVariant; readonly source: Source }) {
  const [id, units] = source === 'shopify' ? [variant.shopifyId, variant.shopifyQuantity] : [variant.squareId, variant.squareQuantity];
  if (id === '') {
    return (
      <Tooltip text={`This variant does not exist on ${sourceName(source)}.`}>
        <X size={17} role="img" aria-label={`Not on ${sourceName(source)}`} className="text-bad" />
      </Tooltip>
    );
  }
  return <Quantity units={units} />;
}

interface NameCellProps {
  readonly variant: InventoryVariant;
  /** '' under a heading that names the product already. */
  readonly productName: string;
  readonly onOpen: () => void;
}

function NameCell({ variant, productName, onOpen }: NameCellProps) {
  const titled = variant.name !== '' && variant.name !== 'Default Title';
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-haspopup="dialog"
        title={[productName, variant.name].filter((part) => part !== '').join(' · ')}
        onClick={(event) => {
          event.stopPropagation();
          onOpen();
        }}
        className="line-clamp-2 max-w-full rounded-sm text-left sm:line-clamp-1"
      >
        {productName === '' ? (
          <span className="font-medium">{variant.name === '' ? '(No name)' : variant.name}</span>
        ) : (
          <>
            <span className="font-medium">{productName}</span>
            {titled && <span className="text-muted"> · {variant.name}</span>}
          </>
        )}
      </button>
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        {variant.sku === '' ? (
          <span className="text-bad">[missing sku]</span>
        ) : (
          <span className="max-w-full truncate font-mono text-xs text-muted">{variant.sku}</span>
        )}
        {variant.status === 'duplicate_sku' && <Chip>duplicate SKU</Chip>}
        {variant.status === 'untracked' && <Chip>not tracked</Chip>}
        {variant.trouble === 'held' && <Chip>above your maximum</Chip>}
        {variant.trouble === 'blocked' && <Chip>refused</Chip>}
        {variant.trouble === 'frozen' && <Chip>stopped</Chip>}
      </p>
    </div>
  );
}

function Chip({ children }: { readonly children: string }) {
  return <span className="shrink-0 rounded-sm bg-warn-soft px-1.5 text-xs text-warn">{children}</span>;
}

function StatusCell({ variant }: { readonly variant: InventoryVariant }) {
  const mark = quantityMark(variant);
  if (variant.trouble !== '' && mark !== 'none') {
    return (
      <Tooltip text={variant.troubleDetail === '' ? 'This variant needs you.' : variant.troubleDetail}>
        <TriangleAlert size={18} role="img" aria-label="Out of sync" className="text-warn" />
      </Tooltip>
    );
  }
  switch (mark) {
    case 'none':
      return null;
    case 'equal':
      return <CircleCheck size={18} role="img" aria-label="In sync" className="inline text-good" />;
    case 'different':
      return <TriangleAlert size={18} role="img" aria-label="Out of sync" className="inline text-warn" />;
  }
}
