import type { KnownRow } from '../../domain/catalog/joined';
import type { LinkWish, VariantPair } from '../../domain/catalog/merge-plan';
import type { SideVariant } from '../../domain/catalog/side-variant';
import { ok, refuse, type Answer, type Result } from '../../domain/result';
import { otherSource, sourceName, SOURCES, type Source } from '../../domain/source';
import type { LinkRow } from '../../domain/sync/bulk-change';
import { NO_PACKS, type PackSizes } from '../../domain/sync/pack-size';
import type { PlatformFailure } from '../../platforms/failure';
import type { Account } from '../account/account';
import type { Editor } from '../api/edits-api';
import type { Linked, LinkOutcome, PairToLink } from '../api/links-api';
import { begunChange, keepRows } from '../bulk/keep-rows';
import { retryWhenThrottled } from './retry-when-throttled';

/** So often products are read until Shopify does not throttle it: many links in a row exhaust what it answers at once. */
const MOST_TRIES = 10;

/** Products in one request to Shopify. */
const PRODUCTS_AT_ONCE = 10;

/** Two variants as the catalog knows them. */
type Sides = Readonly<Record<Source, SideVariant>>;

/** What a pair is before it is linked: its sides and its present link's pack sizes (null: it is not linked), or why it cannot be. */
type Judged = { readonly pair: PairToLink } & ({ readonly sides: Sides; readonly linked: PackSizes | null } | { readonly problem: string });

/** Why a pair that was linked before is no row of a bulk change that can be undone. */
const WAS_LINKED = 'These two were linked before.';

/**
 * Links pairs of variants by their ids, after both sides were read. Reads every row twice, however many pairs there are. The links and the rows of their
 * bulk change are stored in one turn.
 */
export async function saveLinks(
  account: Account,
  pairs: readonly PairToLink[],
  by: Editor,
  bulkChange: number | null = null,
): Promise<Answer<Linked>> {
  if (account.locations.pair() === null) return refuse('failed_precondition', 'Choose the locations to keep in sync first.');
  return account.edits.run(async () => {
    const begun = begunChange(account, { kind: 'link', bulkChange }, pairs.length);
    if (!begun.ok) return begun;
    const keep = (judged: readonly Judged[]): Answer<Linked> => {
      const kept = keepRows(account, judged.map(rowOf), { begun: begun.value, by, kind: 'link' });
      return ok({ bulkChange: kept, outcomes: outcomesOf(judged) });
    };
    const before = judge(account, pairs);
    const wanted = linkable(before);
    if (wanted.length === 0) return account.sync.turn(() => keep(before));
    const read = await readAgain(account, wanted);
    if (!read.ok) return refuse('unavailable', 'Your catalogs could not be read just now, so nothing was linked. Try again in a moment.');
    const judged = judge(account, pairs);
    const links = linkable(judged);
    const linked = account.sync.turn(() => {
      account.catalog.link(links);
      for (const one of judged)
        if ('sides' in one && isNews(one)) tellPair(account, one.sides, { linked: true, by, packs: one.pair.packs ?? null });
      return keep(judged);
    });
    if (links.length > 0) account.changed();
    return linked;
  });
}

function rowOf(one: Judged): LinkRow {
  const row = { kind: 'link', pair: { shopify: one.pair.shopify, square: one.pair.square } } as const;
  if (!('sides' in one)) return { ...row, sku: '', state: 'refused', problem: one.problem };
  return {
    ...row,
    sku: skuOf(one.sides),
    ...(one.linked !== null ? { state: 'refused', problem: WAS_LINKED } : { state: 'set', problem: '' }),
  };
}

const linkable = (judged: readonly Judged[]): LinkWish[] =>
  judged.flatMap((one) => ('sides' in one ? [{ ...one.sides, packs: one.pair.packs ?? null }] : []));

/** Returns whether a link is new, or has other pack sizes than before. */
function isNews({ pair: { packs }, linked }: Extract<Judged, { sides: Sides }>): boolean {
  return linked === null || (packs !== undefined && (packs.shopify !== linked.shopify || packs.square !== linked.square));
}

const outcomesOf = (judged: readonly Judged[]): LinkOutcome[] =>
  judged.map((one) => ({ pair: { shopify: one.pair.shopify, square: one.pair.square }, problem: 'sides' in one ? '' : one.problem }));

/** Reads the products of both sides again, a few at a time: what was read stays so when a platform throttles the next. */
async function readAgain(account: Account, wanted: readonly Sides[]): Promise<Result<unknown, PlatformFailure>> {
  const products = distinct(wanted.map(({ shopify }) => shopify.productId));
  const squareItems = distinct(wanted.map(({ square }) => square.productId));
  const parts = [
    ...Array.from({ length: Math.ceil(products.length / PRODUCTS_AT_ONCE) }, (_, part) => ({
      products: products.slice(part * PRODUCTS_AT_ONCE, (part + 1) * PRODUCTS_AT_ONCE),
      squareItems: [],
    })),
    { products: [], squareItems },
  ];
  for (const part of parts) {
    const read = await retryWhenThrottled(() => account.snapshots.refresh({ ...part, items: [], squareCatalogue: false }), MOST_TRIES);
    if (!read.ok) return read;
  }
  return ok(null);
}

/** Keeps pairs separate, or no longer; says so in the history where that ends a link. */
export async function keepSeparate(account: Account, pairs: readonly VariantPair[], separate: boolean, by: Editor): Promise<void> {
  await account.edits.run(async () => {
    const linked = separate ? judge(account, pairs).flatMap((one) => ('sides' in one && one.linked !== null ? [one.sides] : [])) : [];
    for (const sides of linked) tellPair(account, sides, { linked: false, by });
    account.catalog.separate(pairs, separate);
    account.changed();
    return Promise.resolve();
  });
}

function judge(account: Account, pairs: readonly PairToLink[]): Judged[] {
  const { table } = account.catalog;
  const rows: Record<Source, Map<string, KnownRow>> = { shopify: new Map(), square: new Map() };
  for (const source of SOURCES) {
    for (const row of table.ofVariants(source, distinct(pairs.map((pair) => pair[source])))) rows[source].set(row[source]?.id ?? '', row);
  }
  const taken: Record<Source, Set<string>> = { shopify: new Set(), square: new Set() };
  return pairs.map((pair): Judged => {
    const found = { shopify: rows.shopify.get(pair.shopify), square: rows.square.get(pair.square) };
    const problem = problemOf(pair, found);
    const [shopify, square] = [found.shopify?.shopify, found.square?.square];
    if (problem !== '' || !shopify || !square) return { pair, problem };
    const again = SOURCES.find((source) => taken[source].has(pair[source]));
    if (again !== undefined) return { pair, problem: `${nameOf({ shopify, square }[again])} is in this list twice. Link it once.` };
    for (const source of SOURCES) taken[source].add(pair[source]);
    const linked = found.shopify?.key === found.square?.key ? (found.shopify?.packs ?? NO_PACKS) : null;
    return isBeingSet(account, found.shopify) && pair.packs !== undefined
      ? { pair, problem: `The quantity of ${nameOf(shopify)} is being set just now. Try again in a moment.` }
      : { pair, sides: { shopify, square }, linked };
  });
}

/** Returns whether a number that a person has set still waits: it was meant in the present units. */
function isBeingSet({ sync }: Account, row: KnownRow | undefined): boolean {
  return row !== undefined && (sync.store.byKey(row.key)?.level.setRequest ?? null) !== null;
}

/** Returns why two variants cannot be linked, for a shop owner; '' when they can be, or are. */
function problemOf(pair: VariantPair, found: Readonly<Record<Source, KnownRow | undefined>>): string {
  for (const source of SOURCES) {
    const row = found[source];
    const side = row?.[source] ?? null;
    if (row === undefined || side === null) return `${sourceName(source)} has no such variant: it may have been deleted.`;
    if (side.isExcluded === true) return `${nameOf(side)} is excluded from syncing. End that first.`;
    const partner = row[otherSource(source)];
    if (partner !== null && partner.id !== pair[otherSource(source)])
      return `${nameOf(side)} is linked with ${nameOf(partner)} on ${sourceName(partner.source)}. Keep those two separate first.`;
  }
  return '';
}

const skuOf = ({ shopify, square }: Sides): string => (shopify.sku === '' ? square.sku : shopify.sku);

/** What was done with a pair. */
interface PairNews {
  readonly linked: boolean;
  readonly by: Editor;
  readonly packs?: PackSizes | null;
}

/** Adds a history line about two variants that a person links, or keeps separate. */
export function tellPair(account: Account, sides: Sides, { linked, by, packs = null }: PairNews): void {
  const { shopify, square } = sides;
  const sku = skuOf(sides);
  const fact = { kind: 'pair', linked, shopify: titleOf(shopify), square: titleOf(square), ...(packs !== null && { packs }), by } as const;
  account.sync.turn(() => {
    account.sync.journal.line({ at: account.host.now(), originator: by, location: '', sku, fact });
  });
}

function nameOf(side: SideVariant): string {
  return `“${titleOf(side)}”`;
}

function titleOf({ productName, name }: SideVariant): string {
  return name === '' ? productName : `${productName} – ${name}`;
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
