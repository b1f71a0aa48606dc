import { Link } from 'wouter';

import { parseSource, sourceName, type Source } from '../../../domain/source';
import type { BulkChangeRow } from '../../../gen/sh/inventory_pb';
import { textLink } from '../../shared/components/button';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import type { Column } from '../../shared/components/table';
import { formatCount, formatQuantity } from '../../shared/formats';
import { timelinePath } from '../../shared/paths';
import { variantName } from '../../shared/variant-names';
import { text } from './bulk-changes.text';
import { describeState, reasonOf } from './state';

/** A row with a key of its own: a variant may be in a plan twice. */
export interface KeyedRow {
  readonly key: string;
  /** The kind of its bulk change. */
  readonly kind: string;
  readonly row: BulkChangeRow;
}

const STATE: Column<KeyedRow> = {
  key: 'state',
  header: text.columns.state,
  width: 'w-64',
  from: 'md',
  cell: ({ kind, row }) => <StateCell kind={kind} row={row} />,
};

const VARIANT: Column<KeyedRow> = {
  key: 'variant',
  header: text.columns.variant,
  hook: 'variant',
  cell: ({ kind, row }) => <VariantCell kind={kind} row={row} />,
};

const PLATFORM: Column<KeyedRow> = {
  key: 'platform',
  header: text.columns.platform,
  width: 'w-22 sm:w-28',
  cell: ({ row }) => sourceName(parseSource(row.source) ?? 'shopify'),
};

const OF_QUANTITIES: readonly Column<KeyedRow>[] = [
  VARIANT,
  beforeColumn('shopify', ({ row }) => formatQuantity(row.shopifyQuantity)),
  beforeColumn('square', ({ row }) => formatQuantity(row.squareQuantity)),
  { key: 'to', header: text.columns.to, width: 'w-16 sm:w-24', align: 'right', cell: ({ row }) => formatQuantity(row.to) },
  STATE,
];

const OF_LINKS: readonly Column<KeyedRow>[] = [
  { key: 'shopify', header: text.columns.onShopify, hook: 'shopify', cell: ({ kind, row }) => <VariantCell kind={kind} row={row} /> },
  {
    key: 'square',
    header: text.columns.onSquare,
    hook: 'square',
    cell: ({ row }) => <span className="wrap-anywhere">{nameOrGone(row.squareProductName, row.squareVariantName)}</span>,
  },
  STATE,
];

const OF_SKUS: readonly Column<KeyedRow>[] = [
  VARIANT,
  { ...PLATFORM, from: 'sm' },
  { key: 'before', header: text.columns.skuBefore, width: 'w-28 sm:w-40', cell: ({ row }) => <Sku sku={row.skuBefore} /> },
  { key: 'after', header: text.columns.skuAfter, width: 'w-28 sm:w-40', cell: ({ row }) => <Sku sku={row.sku} /> },
  STATE,
];

function Sku({ sku }: { readonly sku: string }) {
  return sku === '' ? (
    <span className="text-muted">{text.columns.noSku}</span>
  ) : (
    <span className="font-mono text-xs wrap-anywhere">{sku}</span>
  );
}

const OF_EXCLUSIONS: readonly Column<KeyedRow>[] = [
  { key: 'excluded', header: text.columns.excluded, hook: 'variant', cell: ({ kind, row }) => <VariantCell kind={kind} row={row} /> },
  { key: 'variants', header: text.columns.variants, width: 'w-20 sm:w-28', align: 'right', cell: ({ row }) => formatCount(row.variants) },
  { key: 'links', header: text.columns.linksEnded, width: 'w-24 sm:w-32', align: 'right', cell: ({ row }) => formatCount(row.links) },
  STATE,
];

const COLUMNS: ReadonlyMap<string, readonly Column<KeyedRow>[]> = new Map([
  ['link', OF_LINKS],
  ['sku', OF_SKUS],
  ['tracking', [VARIANT, PLATFORM, STATE]],
  ['copy', [VARIANT, PLATFORM, STATE]],
  ['exclude', OF_EXCLUSIONS],
]);

/** Returns the columns of a kind of bulk changes. */
export function columnsOf(kind: string): readonly Column<KeyedRow>[] {
  return COLUMNS.get(kind) ?? OF_QUANTITIES;
}

const nameOrGone = (product: string, variant: string): string => variantName(product, variant) || text.one.deleted;

/** The column of a platform's numbers before. On a phone its heading shows the platform's glyph. */
function beforeColumn(source: Source, cell: (row: KeyedRow) => string): Column<KeyedRow> {
  const name = text.columns.before(sourceName(source));
  const header = (
    <>
      <span className="inline-flex items-center gap-1 sm:hidden">
        <PlatformGlyph source={source} size={15} /> {text.columns.beforeShort}
      </span>
      <span className="max-sm:hidden">{name}</span>
    </>
  );
  return { key: source, header, headerName: name, width: 'w-20 sm:w-36', align: 'right', hook: source, cell };
}

/** Shows the variant; on narrow screens also what became of it. */
function VariantCell({ kind, row }: Omit<KeyedRow, 'key'>) {
  const name = variantName(row.productName, row.variantName) || (row.id === '' ? text.one.deleted : text.one.unnamed(row.id));
  return (
    <>
      <span className="block wrap-anywhere">{name}</span>
      {row.sku !== '' && kind !== 'sku' && (
        <Link href={timelinePath(row.sku)} className={`${textLink} block truncate font-mono text-xs leading-5 max-sm:py-1`}>
          {row.sku}
        </Link>
      )}
      <span className="md:hidden">
        <StateCell kind={kind} row={row} />
      </span>
    </>
  );
}

function StateCell({ kind, row }: Omit<KeyedRow, 'key'>) {
  const reason = reasonOf(row);
  return (
    <>
      <span className={row.state === 'set' ? 'text-muted' : 'font-medium'}>{describeState(kind, row)}</span>
      {reason !== '' && <span className="block text-sm text-muted wrap-anywhere">{reason}</span>}
    </>
  );
}
