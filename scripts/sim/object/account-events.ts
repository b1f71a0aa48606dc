import type { WritePause } from '../../../src/domain/sync/write-gate';
import type { InventoryQuery } from '../../../src/durable/api/account-api';
import { Browser } from './browser';
import type { Merchant, MerchantEvent } from './merchant';
import { ADDRESSES } from './network';
import { itemsOf, otherPlatform, revoke, type Item } from './outside';
import { COPIED } from './template';
import { STEPS, stockKey, type Reset } from './truth';
import { LONGEST_MS } from './weather';

/** The settings at the start of a history. */
const SETTINGS = { applyMaxQuantity: false, maxQuantityUpdate: 100, setBarcode: false, autoSync: true };

/** Opens a reset that lasts until it is closed. */
function reset(merchant: Merchant, what: string): Reset {
  const open = { from: merchant.now, to: Infinity, what, stocks: null };
  merchant.truth.resets.push(open);
  merchant.say(`reset begins: ${what}`);
  return open;
}

function close(merchant: Merchant, open: Reset): void {
  open.to = merchant.now;
  merchant.say(`reset ends: ${open.what}`);
}

async function pair(merchant: Merchant): Promise<void> {
  const view = await merchant.call('locations');
  const [paired] = view.synced;
  if (paired === undefined) return;
  const open = reset(merchant, 'the pair is ended and made again');
  await merchant.insist('disconnectPair', String(paired.id));
  await merchant.pause(500, 60_000);
  await merchant.insist('savePair', paired.shopify.sourceId, paired.square.sourceId);
  for (const source of ['shopify', 'square'] as const) merchant.task('snapshot', source);
  await snapshotsDone(merchant);
  close(merchant, open);
}

/** A snapshot of the account's state. */
interface SeenSnapshot {
  readonly id: number;
  readonly source: string;
  readonly state: string;
}

async function snapshotsOf(merchant: Merchant): Promise<readonly SeenSnapshot[]> {
  return (await merchant.call('state')).snapshots;
}

/** Waits until the newest snapshots have ended, all of them later than `former`, and every level is known. */
async function snapshotsDone(merchant: Merchant, former: readonly SeenSnapshot[] = []): Promise<void> {
  const isNew = ({ id, source }: SeenSnapshot): boolean => former.every((one) => one.source !== source || one.id !== id);
  for (let tries = 0; tries < 200; tries += 1) {
    const snapshots = await snapshotsOf(merchant);
    // Right after a reinstallation there may be none yet.
    const ended = (['shopify', 'square'] as const).every((side) => {
      const own = snapshots.filter(({ source }) => source === side);
      return own.length > 0 && own.every((one) => (one.state === 'done' || one.state === 'failed') && isNew(one));
    });
    if (ended && (await levelsKnown(merchant))) return;
    await merchant.sleep(3_000);
  }
}

/** Returns whether every variant of both sides has both numbers again: until then there is no level to add a change to. */
async function levelsKnown(merchant: Merchant): Promise<boolean> {
  const query: InventoryQuery = { view: 'all', query: '', limit: 100, page: 0, sort: { column: 'name', descending: false } };
  const page = await merchant.call('inventory', query);
  const linked = (page.ok ? page.value.variants : []).filter(({ shopify, square }) => shopify !== null && square !== null);
  return linked.every(({ shopifyQuantity, squareQuantity }) => shopifyQuantity !== null && squareQuantity !== null);
}

/** Revokes Square's access and grants it again: that side pauses, and nothing is lost. */
async function reconnectSquare(merchant: Merchant): Promise<void> {
  const noted = { platform: 'square' as const, from: merchant.now, to: Infinity };
  merchant.truth.disconnections.push(noted);
  await merchant.outside((world) => revoke(world, 'square'));
  await merchant.pause(500, 120_000);
  await signIn(merchant, 'shopify/oauthRequest?shop=demo', 'square/oauthRequest');
  noted.to = merchant.now;
}

/** Uninstalls the app from the shop and installs it again: stock starts from what is found then. */
async function reinstall(merchant: Merchant): Promise<void> {
  const former = await snapshotsOf(merchant);
  const open = reset(merchant, 'the app is removed and installed again');
  await merchant.outside((world) => revoke(world, 'shopify'));
  await merchant.pause(5_000, 120_000);
  await signIn(merchant, 'shopify/oauthRequest?shop=demo');
  await merchant.sleep(10_000);
  // The account may be down for minutes before it learns of the new installation; until it reads again, nothing has a level to start from.
  await snapshotsDone(merchant, former);
  close(merchant, open);
}

async function signIn(merchant: Merchant, ...paths: readonly string[]): Promise<void> {
  // The object may be unreachable for five minutes, several times in a row.
  for (let tries = 0; tries < 240; tries += 1) {
    try {
      const browser = new Browser(merchant.cloud.network);
      for (const path of paths) await browser.follow(`${ADDRESSES.app}/${path}`);
      return;
    } catch (error) {
      merchant.say(`merchant: sign-in failed: ${String(error)}`);
      await merchant.sleep(5_000);
    }
  }
  throw new Error('nobody can sign in');
}

async function held(merchant: Merchant): Promise<void> {
  const maximum = merchant.random.between(1, 4);
  await merchant.insist('saveSettings', { ...SETTINGS, applyMaxQuantity: true, maxQuantityUpdate: maximum });
  await merchant.pause(20_000, 120_000);
  await merchant.insist('saveSettings', SETTINGS);
  // Decide on what is held by then; no maximum applies to later amounts.
  await merchant.pause(60_000, 120_000);
  await merchant.insist('resolveHeld', [], merchant.random.chance(0.5), 'merchant');
}

async function set(merchant: Merchant): Promise<void> {
  const item = await merchant.pick('shopify');
  const other = item === null ? null : await partner(merchant, item);
  if (item === null || other === null) return;
  const quantity = merchant.random.between(0, 60) * STEPS;
  const stocks = { shopify: item.stock, square: other.stock };
  const noted = { ...stocks, quantity, from: merchant.now, to: Infinity, calledAt: merchant.now, answeredAt: Infinity, accepted: false };
  merchant.truth.sets.push(noted);
  merchant.say(`the merchant sets ${item.sku} to ${quantity / STEPS}`);
  const source = merchant.random.chance(0.5) ? 'shopify' : 'square';
  const answer = await merchant.callTimed(
    () => {
      noted.calledAt = merchant.now;
    },
    'saveQuantity',
    { source, variantId: source === 'shopify' ? item.variant : other.variant, quantity, by: 'merchant' },
  );
  noted.accepted = answer.ok;
  noted.answeredAt = merchant.now;
  // The call may have been retried for minutes: it sets the pair that the variant belongs to by then.
  const stock = source === 'shopify' ? item.stock : other.stock;
  const now = merchant.truth.links.find((link) => link.to === Infinity && link[source] === stock);
  if (now !== undefined && (now.shopify !== noted.shopify || now.square !== noted.square))
    merchant.truth.sets.push({ ...noted, shopify: now.shopify, square: now.square, to: Infinity });
  // A set that waits for writes in flight is applied later.
  await merchant.sleep(180_000);
  noted.to = merchant.now;
}

async function partner(merchant: Merchant, item: Item): Promise<Item | null> {
  const link = merchant.truth.links.find(({ to, shopify }) => to === Infinity && shopify === item.stock);
  if (link === undefined) return null;
  return merchant.outside((world) => itemsOf(world, 'square').find(({ stock }) => stock === link.square) ?? null);
}

async function copy(merchant: Merchant): Promise<void> {
  const source = merchant.random.chance(0.5) ? 'shopify' : 'square';
  const target = otherPlatform(source);
  const before = await merchant.outside((world) => ({
    item: itemsOf(world, source).find(({ sku }) => sku === COPIED[source].sku) ?? null,
    known: itemsOf(world, target).map(({ stock }) => stock),
  }));
  if (before.item === null) return;
  const copied = before.item.stock;
  merchant.inPlay.add(stockKey(source, copied));
  if (await merchant.insist('startCopy', { source, variantId: before.item.variant, by: 'merchant' }))
    merchant.truth.copyRequests.add(stockKey(source, copied));
  merchant.task('copy', source);
  let copies: readonly { readonly state: string }[] = [];
  for (let tries = 0; tries < 200; tries += 1) {
    await merchant.sleep(5_000);
    copies = await merchant.call('copies');
    if (copies.every(({ state }) => state === 'done' || state === 'failed')) break;
  }
  const found = async (): Promise<boolean> =>
    merchant.outside((world) => {
      // The SKU of its source, or its own, may have been changed while the copy waited.
      const names = [COPIED[source].sku, itemsOf(world, source).find(({ stock }) => stock === copied)?.sku];
      const linked = merchant.truth.links.filter((link) => link[source] === copied).map((link) => link[target]);
      const isMade = ({ stock, sku }: Item): boolean => !before.known.includes(stock) && (names.includes(sku) || linked.includes(stock));
      const all = itemsOf(world, target).filter(isMade);
      for (const made of all) {
        merchant.say(`copied: ${target} ${made.stock} (${made.sku})`);
        merchant.truth.made.set(stockKey(target, made.stock), stockKey(source, copied));
        if (!linked.includes(made.stock) || copies.some(({ state }) => state === 'failed'))
          merchant.truth.unlinkedCopies.add(stockKey(target, made.stock));
        merchant.inPlay.add(stockKey(target, made.stock));
      }
      return all.length > 0;
    });
  if (await found()) return;
  // A copy that a new pair or epoch ended meanwhile may have sent its creating request, which arrives now.
  await merchant.sleep(LONGEST_MS);
  await found();
}

async function pause(merchant: Merchant): Promise<void> {
  await merchant.insist('saveSettings', { ...SETTINGS, autoSync: false });
  await merchant.pause(1_000, 120_000);
  await merchant.insist('saveSettings', SETTINGS);
}

/** Pauses writes to one platform or both, and resumes them, as operators do. No database holds these pauses: the object must keep them. */
async function writePause(merchant: Merchant): Promise<void> {
  // One at a time: with two of them, the final state would be undefined.
  if (merchant.truth.pausing) return;
  merchant.truth.pausing = true;
  const [from, to] = merchant.random.chance(0.5) ? [0, 2] : merchant.random.chance(0.5) ? [0, 1] : [1, 2];
  const sides = (['shopify', 'square'] as const).slice(from, to);
  const source = sides.length === 2 ? null : (sides[0] ?? null);
  const pause: WritePause = { scope: 'account', source, by: 'operator', reason: 'weather', since: merchant.now };
  await merchant.call('setWriteSwitch', { version: merchant.now, pauses: [pause] });
  for (const side of sides) merchant.truth.paused.add(side);
  await merchant.pause(1_000, 120_000);
  merchant.truth.paused.clear();
  await merchant.call('setWriteSwitch', { version: merchant.now, pauses: [] });
  merchant.truth.pausing = false;
}

async function lapse(merchant: Merchant): Promise<void> {
  const open = reset(merchant, 'the subscription lapses');
  await merchant.call('setEntitlement', { subscribed: false, accessEnds: null });
  await merchant.pause(1_000, 120_000);
  await merchant.call('setEntitlement', { subscribed: true, accessEnds: null });
  close(merchant, open);
}

/** The merchant's actions in the app, and changes of the app's access. */
export const ACCOUNT_EVENTS = {
  pair,
  reconnect: reconnectSquare,
  reinstall,
  held,
  set,
  copy,
  pause,
  'write-pause': writePause,
  lapse,
} satisfies Record<string, MerchantEvent>;
