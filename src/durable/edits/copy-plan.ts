import { copyHandle } from '../../domain/catalog/copy-names';
import type { KnownRow } from '../../domain/catalog/joined';
import { isBlankSku } from '../../domain/catalog/match';
import { shortId } from '../../domain/catalog/short-id';
import { wholePart, type Quantity } from '../../domain/quantity';
import { ok, type Result } from '../../domain/result';
import { otherSource, sourceName, type Source } from '../../domain/source';
import type { WritePause } from '../../domain/sync/write-gate';
import type { PlatformFailure } from '../../platforms/failure';
import { readShop } from '../../platforms/shopify/shop';
import type { SkuHolder } from '../../platforms/sku-holder';
import { readMerchant } from '../../platforms/square/merchant';
import type { Account } from '../account/account';
import type { Copy, CopyItem } from '../api/edits-api';
import { knownHolders, liveHolders } from './sku-holders';

/** The result of one step of a copy. */
export type CopyStep =
  | { readonly kind: 'next' }
  /** A platform did not answer, or asks us to wait: repeat the same step later. */
  | { readonly kind: 'wait'; readonly side: Source; readonly failure: PlatformFailure }
  /** Operators have paused changes to the side copied to: repeat the same step once they resume them. */
  | { readonly kind: 'paused'; readonly pause: WritePause }
  | { readonly kind: 'failed'; readonly problem: string };

/** Maximum number of variations of a Square item (Catalog API). */
const MAX_VARIATIONS = 250;

/** Maximum number of replans: a search may lag behind the data it searches, so a copy is planned again, but not forever. */
const MOST_REPLANS = 3;

/**
 * Checks what exists on both sides, live and by SKU, and stores what to create and under which key, before anything is created. Never
 * changes what the other side already has.
 */
export async function planCopy(account: Account, copy: Copy): Promise<CopyStep> {
  const { source } = copy;
  const target = otherSource(source);
  const rows = await sourceRows(account, copy);
  if (!rows.ok) return { kind: 'wait', side: source, failure: rows.error };
  if (rows.value.length === 0) return { kind: 'failed', problem: `The product no longer exists on ${sourceName(source)}.` };
  const items = itemsOf(account, source, rows.value);
  if (items.length === 0) return { kind: 'failed', problem: 'None of its variants has a SKU. Add SKUs first.' };
  const lost = (copy.body.requestedVariants ?? []).filter((one) => items.every((item) => item.stockId !== one.stockId));
  items.push(...lost.map((one) => lostItem(source, one)));
  const wanted = items.filter((item) => item.state === 'waiting').map((item) => item.sku);
  const live = await liveHolders(account, target, wanted);
  if (!live.ok) return { kind: 'wait', side: target, failure: live.error };
  const product = counterpart(rows.value, target, live.value);
  const held = new Set(live.value.map((holder) => holder.sku));
  const room = target === 'square' ? MAX_VARIATIONS - (product === '' ? 0 : account.catalog.table.ofItems([product]).length) : Infinity;
  const planned = bounded(
    items.map((item) => (item.state === 'waiting' && held.has(item.sku) ? { ...item, state: 'present' as const } : item)),
    room,
  );
  const currency = await commonCurrency(account, planned);
  if (!currency.ok) return { kind: 'wait', side: currency.error.side, failure: currency.error.failure };
  const productName = rows.value[0]?.[source]?.productName ?? '';
  const now = account.host.now();
  const waiting = planned.some((item) => item.state === 'waiting');
  account.copies.save(
    account.copies.current(copy),
    {
      step: waiting ? 'make' : 'link',
      updated: now,
      productName,
      key: crypto.randomUUID(),
      keyAt: now,
      handle: copyHandle(productName, shortId(now, Math.random())),
      target: product,
      holders: [...new Set(live.value.map((holder) => holder.productId))],
      currency: currency.value,
      items: planned,
      lasting: undefined,
      problem: currency.value === '' && waiting ? 'Prices were not copied: the two accounts use different currencies.' : '',
    },
    'running',
  );
  return { kind: 'next' };
}

/** Plans a copy again because an assumption was wrong. Ends the copy when that happens repeatedly. */
export function planAgain(account: Account, copy: Copy): CopyStep {
  const current = account.copies.current(copy);
  const replans = (current.body.replans ?? 0) + 1;
  const name = sourceName(otherSource(copy.source));
  if (replans > MOST_REPLANS) return { kind: 'failed', problem: `${name} lists variants that cannot be found there. Copy again later.` };
  account.copies.save(current, { step: 'plan', replans, updated: account.host.now() });
  return { kind: 'next' };
}

/** Returns the product's rows after reading it again: the copy starts from the levels accounted there. */
async function sourceRows(account: Account, { source, productId }: Copy): Promise<Result<readonly KnownRow[], PlatformFailure>> {
  const shopify = source === 'shopify';
  const read = await account.snapshots.refresh({
    products: shopify ? [productId] : [],
    items: [],
    squareCatalogue: false,
    squareItems: shopify ? [] : [productId],
  });
  if (!read.ok) return read;
  return ok(shopify ? account.catalog.table.ofProducts([productId]) : account.catalog.table.ofItems([productId]));
}

function itemsOf(account: Account, source: Source, rows: readonly KnownRow[]): CopyItem[] {
  const target = otherSource(source);
  const sides = rows.flatMap((row) => {
    const side = row[source];
    return side === null || isBlankSku(side.sku) ? [] : [{ side, linked: row[target] !== null }];
  });
  const holders = new Map<string, number>();
  for (const { sku } of knownHolders(
    account,
    source,
    sides.map(({ side }) => side.sku),
  ))
    holders.set(sku, (holders.get(sku) ?? 0) + 1);
  return sides.map(({ side, linked }): CopyItem => {
    const { stockId, sku, name, price, barcode, tracked } = side;
    const level = tracked ? side.level : null;
    const common = { stockId, sku, name, price, barcode, tracked, level, written: writtenOf(target, level?.quantity ?? 0) };
    if (linked) return { ...common, state: 'present', problem: '' };
    if (side.productStatus === 'archived') return { ...common, state: 'refused', problem: archivedText(source) };
    if (side.isExcluded === true) return { ...common, state: 'refused', problem: EXCLUDED };
    if ((holders.get(sku) ?? 0) < 2) return { ...common, state: 'waiting', problem: '' };
    return { ...common, state: 'refused', problem: `Its SKU is used more than once on ${sourceName(source)}.` };
  });
}

/** Says why an excluded variant is not copied: its copy would not be linked to it. */
export const EXCLUDED = 'It is excluded from syncing. End that, then copy again.';

/** Says why a variant of an archived product is not copied: it competes for no SKU, so its copy would be sold without being linked to it. */
export function archivedText(source: Source): string {
  return `It is archived on ${sourceName(source)}. Restore it there, then copy again.`;
}

/** Returns the item for a requested variant that the product no longer has, or no longer has with a SKU. */
function lostItem(source: Source, { stockId, sku, name }: { stockId: string; sku: string; name: string }): CopyItem {
  const problem = `It is no longer part of the product on ${sourceName(source)}, or no longer has a SKU.`;
  return { stockId, sku, name, price: '', barcode: '', tracked: false, level: null, written: 0, state: 'refused', problem };
}

/** Returns the quantity to create a variant with: whole units from 0 at Shopify, 0 at Square. The rest stays pending for the sync. */
function writtenOf(target: Source, quantity: Quantity): Quantity {
  return target === 'shopify' ? Math.max(0, wholePart(quantity)) : 0;
}

/** Returns the other side's product that holds most of the SKUs; '' when none holds any. */
function counterpart(rows: readonly KnownRow[], target: Source, holders: readonly SkuHolder[]): string {
  const counts = new Map<string, number>();
  const products = [...rows.flatMap((row) => row[target]?.productId ?? []), ...holders.map((holder) => holder.productId)];
  for (const product of products) counts.set(product, (counts.get(product) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0] as [string, number])[0];
}

function bounded(items: readonly CopyItem[], room: number): CopyItem[] {
  let left = room;
  return items.map((item) => {
    if (item.state !== 'waiting') return item;
    left -= 1;
    return left >= 0 ? item : { ...item, state: 'refused', problem: `A Square item can have at most ${MAX_VARIATIONS} variations.` };
  });
}

/** Returns the currency that both accounts use; '' when they differ. Asks the platforms only when there is a price to copy. */
async function commonCurrency(
  account: Account,
  items: readonly CopyItem[],
): Promise<Result<string, { readonly side: Source; readonly failure: PlatformFailure }>> {
  if (items.every((item) => item.state !== 'waiting' || item.price === '')) return ok('none');
  const shop = await account.calls.shopify(readShop);
  if (!shop.ok) return { ok: false, error: { side: 'shopify', failure: shop.error } };
  const merchant = await account.calls.square(readMerchant);
  if (!merchant.ok) return { ok: false, error: { side: 'square', failure: merchant.error } };
  return ok(shop.value.currency === merchant.value.currency ? shop.value.currency : '');
}
