import { readSku } from '../../domain/catalog/sku';
import { ok, refuse, type Answer } from '../../domain/result';
import { sourceName, type Source } from '../../domain/source';
import { readShopifyVariant, setShopifySku } from '../../platforms/shopify/edits';
import { withSku } from '../../platforms/square/edits';
import type { Account } from '../account/account';
import { refusal } from '../account/calls';
import type { VariantSide } from '../api/account-api';
import type { SkuChange } from '../api/edits-api';
import { SkuRows } from '../bulk/sku-rows';
import { follow, tell } from './follow';
import { retryWhenThrottled } from './retry-when-throttled';
import { knownHolders, liveHolders } from './sku-holders';
import { changeVariation } from './square-variation';

/**
 * Sets a variant's SKU, Shopify first. Refuses when another variant of the same side already holds it, according to the catalog or to the
 * platform. A variant without a partner is linked with the other side's variant that holds the SKU. An existing link stays: both sides are
 * read before links are planned, and after a change to only one, the other can follow within the grace period.
 */
export async function saveSku(account: Account, change: SkuChange): Promise<Answer<null>> {
  const sku = readSku(change.sku);
  if (!sku.ok) return sku;
  return account.edits.run(() => save(account, { ...change, sku: sku.value }));
}

async function save(account: Account, change: SkuChange): Promise<Answer<null>> {
  const rows = new SkuRows(account, change);
  const targets = targetsOf(account, change);
  if (!targets.ok) return targets;
  const mayAdd = rows.check();
  if (!mayAdd.ok) return mayAdd;
  const leaveOut = (target: VariantSide, problem: string): void =>
    rows.leftOut({ source: target.source, id: target.id, before: target.sku, after: change.sku, barcode: null }, problem);
  for (const target of targets.value) {
    const free = await isFree(account, target, change.sku);
    if (free.ok) continue;
    leaveOut(target, free.error.message);
    return free;
  }
  const written: VariantSide[] = [];
  for (const target of targets.value) {
    const write = target.source === 'shopify' ? writeShopify : writeSquare;
    const { done, before } = await sendNoted(rows, target, change.sku, async (sending) => write(account, target, change.sku, sending));
    if (!done.ok && before !== null)
      account.sync.turn(() =>
        rows.settled({ ...target, before }, done.error.code === 'unavailable' ? 'unconfirmed' : 'refused', done.error.message),
      );
    if (before === null) leaveOut(target, done.ok ? 'It has this SKU already.' : done.error.message);
    if (!done.ok) {
      // Read the side that failed too: its variant may be gone, or an unanswered change may have been made.
      if (written.length > 0 || done.error.code === 'not_found') await followAll(account, [...written, target]);
      return partly(written, target.source, done);
    }
    account.sync.turn(() => {
      rows.settled({ ...target, before: before ?? target.sku }, 'set', '');
      if (target.sku !== change.sku)
        tell(account, change.sku, { kind: 'sku', side: target.source, before: target.sku, after: change.sku, by: change.by });
    });
    written.push(target);
    // With another SKU on one side alone, the link ends after the grace period: the merchant has asked for it.
    if (targets.value.length === 1) account.askedEnds.note(target.source, target.id);
  }
  await followAll(account, written);
  return ok(null);
}

/** Writes a SKU, and notes it before it is sent. Returns also the SKU that it replaces; null when nothing was sent. */
async function sendNoted(
  rows: SkuRows,
  { source, id }: VariantSide,
  after: string,
  write: (sending: Sending) => Promise<Answer<null>>,
): Promise<{ readonly done: Answer<null>; readonly before: string | null }> {
  const sent: string[] = [];
  const done = await write(({ before, barcode }) => {
    if (sent.length === 0) rows.sending({ source, id, before, after, barcode });
    sent.push(before);
  });
  // Where it was sent again, somebody has changed it in between.
  return { done, before: sent.at(-1) ?? null };
}

function targetsOf(account: Account, change: SkuChange): Answer<readonly VariantSide[]> {
  const targets: VariantSide[] = [];
  for (const [source, id] of [
    ['shopify', change.shopifyVariantId],
    ['square', change.squareVariationId],
  ] as const) {
    if (id === '') continue;
    const found = account.catalog.listing.detail(source, id);
    const side = found.ok ? found.value[source] : null;
    if (side === null) return refuse('not_found', `There is no such ${sourceName(source)} variant.`);
    targets.push(side);
  }
  return targets.length === 0
    ? refuse('invalid_argument', 'Specify whose SKU to set: a Shopify variant, a Square variation, or both.')
    : ok(targets);
}

/** Returns whether no other variant of the same side has a SKU, according to the catalog and to the platform. */
export async function isFree(account: Account, target: VariantSide, sku: string): Promise<Answer<null>> {
  const { source } = target;
  const other = knownHolders(account, source, [sku]).find((holder) => holder.id !== target.id);
  if (other !== undefined) {
    const found = account.catalog.listing.detail(source, other.id);
    const side = found.ok ? found.value[source] : null;
    return taken(source, sku, side === null ? 'another variant' : `“${side.productName} – ${side.name}”`);
  }
  const live = await liveHolders(account, source, [sku]);
  if (!live.ok) return refusal(source, live.error);
  return live.value.some((holder) => holder.id !== target.id) ? taken(source, sku, 'another variant') : ok(null);
}

function taken(source: Source, sku: string, by: string): Answer<never> {
  return refuse(
    'already_exists',
    `The SKU ${sku} is already used on ${sourceName(source)} by ${by}. Nothing was changed; choose another SKU.`,
  );
}

/** Hears what a platform has immediately before its SKU is replaced by another one. */
type Sending = (live: { readonly before: string; readonly barcode: string | null }) => void;

async function writeShopify(account: Account, target: VariantSide, sku: string, sending: Sending): Promise<Answer<null>> {
  const read = await retryWhenThrottled(() => account.calls.shopify((client) => readShopifyVariant(client, target.id)));
  if (!read.ok) return refusal('shopify', read.error);
  const variant = read.value;
  if (variant === null) return gone(target);
  const barcode = account.records.settings().setBarcode ? sku : null;
  const change = { productId: variant.productId, variantId: variant.id, sku, barcode };
  if (variant.sku !== sku) sending({ before: variant.sku, barcode: barcode === null ? null : variant.barcode });
  const written = await retryWhenThrottled(() => account.calls.shopify((client) => setShopifySku(client, change)));
  if (written.ok) return ok(null);
  if (written.error.kind !== 'failed') return refusal('shopify', written.error);
  // A missing answer says nothing about the effect; the variant's current SKU does.
  const after = await retryWhenThrottled(() => account.calls.shopify((client) => readShopifyVariant(client, target.id)));
  if (after.ok) return after.value?.sku === sku ? ok(null) : refusal('shopify', written.error);
  return uncertain('shopify');
}

async function writeSquare(account: Account, target: VariantSide, sku: string, sending: Sending): Promise<Answer<null>> {
  const changed = await changeVariation(account.calls, target.id, (variation) => {
    if (variation.sku === sku) return null;
    sending({ before: variation.sku, barcode: null });
    return withSku(variation, sku);
  });
  if (changed.ok) return ok(null);
  if (changed.error === 'gone') return gone(target);
  return changed.error === 'uncertain' ? uncertain('square') : refusal('square', changed.error);
}

function gone(target: VariantSide): Answer<never> {
  return refuse('not_found', `${target.productName} – ${target.name} no longer exists on ${sourceName(target.source)}.`);
}

function uncertain(source: Source): Answer<never> {
  return refuse('unavailable', `${sourceName(source)} stopped responding, so we could not confirm the change. Check again in a moment.`);
}

/** Reports exactly what was done before a side failed. */
function partly(written: readonly VariantSide[], failed: Source, answer: Extract<Answer<never>, { ok: false }>): Answer<never> {
  const [done] = written;
  if (done === undefined) return answer;
  const reason = answer.error.message.replace(' Nothing was changed.', '').replace(' Nothing was changed;', ';');
  return refuse(answer.error.code, `The SKU was set on ${sourceName(done.source)}, but not on ${sourceName(failed)}. ${reason}`);
}

async function followAll(account: Account, sides: readonly VariantSide[]): Promise<void> {
  if (sides.length === 0) return;
  await follow(account, {
    products: sides.filter((side) => side.source === 'shopify').map((side) => side.productId),
    squareItems: sides.filter((side) => side.source === 'square').map((side) => side.productId),
  });
}
