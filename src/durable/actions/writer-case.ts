import { writerKey } from '../../domain/account/other-writers';
import type { LevelQuantities } from '../../domain/causes/shopify';
import type { LevelReport } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import { STEPS_PER_UNIT } from '../../domain/quantity';
import { err, ok, refuse, type Answer, type Result } from '../../domain/result';
import { SOURCES, type Source } from '../../domain/source';
import type { LevelEntry } from '../../domain/sync/engine/context';
import { inPieces, isPacked } from '../../domain/sync/pack-size';
import type { LoggedChange } from '../../domain/writers/logged-change';
import { lastMakerAtShopify } from '../../domain/writers/maker';
import { propose, type Proposal } from '../../domain/writers/proposal';
import { startOf, type Start } from '../../domain/writers/start';
import { allCopied, isListed } from '../../domain/writers/writer-case';
import { describeFailure, type PlatformFailure } from '../../platforms/failure';
import { readQuantities } from '../../platforms/shopify/quantities';
import { readCounts } from '../../platforms/square/inventory';
import { readLoggedChanges, type LoggedRead } from '../../platforms/square/logged-changes';
import type { Account } from '../account/account';
import type { WriterCaseList, WriterDecision, WriterProposal } from '../api/writer-case-api';
import { pairId, pairOf } from '../sync/stock-pair';
import { changeOf, ledgerOf, type VariantStep } from '../writers/ledger';
import { listWriterCases } from '../writers/list-writer-cases';
import type { StoredCase } from '../writers/writer-store';
import { mayWrite, setNumber } from './manual-stock';

/** How far back the start of another app's changes is looked for, in ms. */
const SPAN_MS = 7 * 86_400_000;
/** Lines of the journal that are searched. */
const MOST_LINES = 20_000;

const NONE_THERE = 'There is no such case: it was already decided, or its variant is no longer linked.';

/** Lists the account's cases; only that of the variant with this key, unless null. */
export function writerCases(account: Account, limit: number, key: number | null): WriterCaseList {
  const id = key === null ? null : pairId(pairOf(account.sync.store.byKey(key)));
  return listWriterCases(account.writers, (one) => linkedOf(account, one), limit, id);
}

/**
 * Reads both sides and Square's log, and proposes the number that a variant should have. The readings are accounted like any other, so that
 * the ledger has everything that they show.
 */
export async function writerProposal(account: Account, id: string): Promise<Answer<WriterProposal>> {
  const one = account.writers.store.byId(id);
  const before = one === null || !isListed(one) ? null : linkedOf(account, one);
  if (one === null || before === null) return refuse('not_found', NONE_THERE);
  const read = await readNow(account, one);
  const after = linkedOf(account, one);
  if (after === null) return refuse('not_found', NONE_THERE);
  if (read === null) return ok(without('unreachable', after));
  // An app that copies does not convert: what it has done does not add up in either unit.
  if (isPacked(after.level.packs)) return ok(without('unclear', after));
  return ok(proposed(account, one, after, read));
}

/** What both platforms state now. */
interface Read {
  readonly levels: Readonly<Record<Source, LevelReport>>;
  readonly quantities: LevelQuantities;
  readonly log: LoggedRead;
}

async function readNow(account: Account, { stock }: StoredCase): Promise<Read | null> {
  const { calls, host, sync } = account;
  if (!SOURCES.every((source) => account.mayAct(source))) return null;
  const places = { shopify: account.locationId('shopify'), square: account.locationId('square') };
  const [shopify, square] = await Promise.all([readShopify(account, stock.shopify), readSquare(account, stock.square)]);
  // The log is read after the counts, so that it has everything that they include.
  const since = host.now() - SPAN_MS;
  const wanted = { stockIds: [stock.square], locationId: places.square, since, applicationId: host.config.square.clientId };
  const log = await calls.square((client) => readLoggedChanges(client, wanted));
  for (const failed of [shopify, square, log]) if (!failed.ok) host.note(`a proposal: ${describeFailure(failed.error)}`, 'info');
  if (!shopify.ok || !square.ok || !log.ok) return null;
  // Another pair was made meanwhile: the answers say nothing about it.
  if (SOURCES.some((source) => account.locationId(source) !== places[source])) return null;
  const levels = { shopify: shopify.value.level, square: square.value };
  for (const source of SOURCES) sync.levels(source, [levels[source]], 'refresh');
  return { levels, quantities: shopify.value.quantities, log: log.value };
}

async function readShopify(
  account: Account,
  stockId: string,
): Promise<Result<{ readonly level: LevelReport; readonly quantities: LevelQuantities }, PlatformFailure>> {
  const locationId = account.locationId('shopify');
  const read = await account.calls.shopify((client) => readQuantities(client, [stockId], locationId));
  if (!read.ok) return read;
  const quantities = read.value.get(stockId);
  if (quantities === undefined || quantities.availableAt === null) return err({ kind: 'failed', detail: 'Shopify states no level' });
  return ok({ level: { stockId, locationId, quantity: quantities.available, at: quantities.availableAt }, quantities });
}

async function readSquare(account: Account, stockId: string): Promise<Result<LevelReport, PlatformFailure>> {
  const locationId = account.locationId('square');
  const request = { locationId, cursor: null, since: null, variationIds: [stockId] };
  const read = await account.calls.square((client) => readCounts(client, request));
  if (!read.ok) return read;
  const found = read.value.levels.find((level) => level.stockId === stockId);
  return found === undefined ? err({ kind: 'failed', detail: 'Square states no count' }) : ok(found);
}

function proposed(account: Account, one: StoredCase, entry: LevelEntry, read: Read): WriterProposal {
  if (!isSettled(entry, read)) return without('active', entry);
  const { levels, log } = read;
  const changes = log.byStock.get(one.stock.square) ?? [];
  const steps = ledgerOf(account.sync.journal.linesSince(account.host.now() - SPAN_MS, MOST_LINES), one.stock, entry.sku);
  const first = firstChangeAt(one, changes);
  const start = log.isComplete && first !== null ? startOf(steps, first) : null;
  const since = steps.slice(start?.index ?? steps.length).filter((step): step is VariantStep => step !== 'rebase');
  const outside = since.filter(({ side }) => side === 'shopify').map(changeOf);
  const last = outside.at(-1);
  const proposal = propose({
    start: start === null ? null : { shopify: start.quantity, square: start.quantity },
    shopifyNow: levels.shopify.quantity,
    squareNow: levels.square.quantity,
    changes: outside,
    lastMaker: last === undefined ? null : lastMakerAtShopify(last.at, read.quantities),
    log: start === null ? changes : changes.filter(({ created }) => created >= start.at),
    lastCopyAt: allCopied(one)?.to ?? null,
    now: account.host.now(),
    app: one.app,
    heldAt: one.heldAt,
  });
  return start === null || !isUsable(proposal)
    ? without(proposal.why === '' ? 'unclear' : proposal.why, entry)
    : numberOf(proposal, start, levels);
}

/** Returns whether all that was read is accounted, and no write of ours is on its way: nothing adds up until then. */
function isSettled(entry: LevelEntry, { levels }: Read): boolean {
  return SOURCES.every((source) => {
    const { accounted, inFlight, reading, needsRead } = entry.level[source];
    return accounted === levels[source].quantity && inFlight === null && !reading && !needsRead;
  });
}

/** Returns when the other app first changed the variant, as far back as is known; null when that is not known. */
function firstChangeAt(one: StoredCase, changes: readonly LoggedChange[]): Instant | null {
  const logged = changes.find((change) => isByApp(one, change))?.created ?? Infinity;
  const first = Math.min(allCopied(one)?.from ?? Infinity, logged);
  return Number.isFinite(first) ? first : null;
}

/** Returns whether a proposal has a number that can be set: Shopify takes no fraction, and nobody sets a number below zero. */
function isUsable({ quantity }: Proposal): boolean {
  return quantity !== null && quantity >= 0 && quantity % STEPS_PER_UNIT === 0;
}

function numberOf({ quantity, copied, shopify, square }: Proposal, start: Start, levels: Read['levels']): WriterProposal {
  return {
    shopify: levels.shopify.quantity,
    square: levels.square.quantity,
    quantity,
    why: '',
    copied: copied ?? 0,
    shopifyChanges: shopify ?? 0,
    squareChanges: square ?? 0,
    start: { quantity: start.quantity, at: start.at },
  };
}

/** Returns whether a change is the other app's; any other app's while it has no name. */
function isByApp({ app }: StoredCase, { author, app: by }: LoggedChange): boolean {
  if (author !== 'app') return false;
  return app === null || (by !== null && writerKey(by) === writerKey(app));
}

function without(why: WriterProposal['why'], { level }: LevelEntry): WriterProposal {
  const [shopify, square] = [level.shopify.accounted, level.square.accounted];
  return { shopify, square, quantity: null, why, copied: 0, shopifyChanges: 0, squareChanges: 0, start: null };
}

/** Ends a case as the merchant decided, in one turn; both sides are set by the usual set request. */
export function resolveWriterCase(account: Account, { id, action, quantity, by }: WriterDecision): Answer<null> {
  const { sync, writers } = account;
  const one = writers.store.byId(id);
  if (one === null) return refuse('not_found', NONE_THERE);
  // The answer to the first request may have been lost.
  if (one.resolved?.action === action && one.resolved.quantity === quantity) return ok(null);
  const entry = linkedOf(account, one);
  if (!isListed(one) || entry === null) return refuse('not_found', NONE_THERE);
  if (action === 'dismiss' && one.state === 'held') {
    return refuse(
      'failed_precondition',
      'This variant is on hold because another app changes its stock. Decide what to do about the app first.',
    );
  }
  if (action === 'reconcile') {
    if (quantity === null) return refuse('invalid_argument', 'quantity is missing: an absent quantity is not zero.');
    const allowed = mayWrite(account, entry, quantity, 'another-writer');
    if (!allowed.ok) return allowed;
  }
  sync.turn(() => {
    writers.resolve(one, action, quantity);
    if (action === 'reconcile' && quantity !== null) setNumber(account, entry, inPieces(entry.level.packs, 'shopify', quantity), by);
  });
  sync.resume();
  return ok(null);
}

/** Returns the level of a case's variant; null when it is no longer linked with the same partner. */
function linkedOf({ sync }: Account, { stock }: StoredCase): LevelEntry | null {
  const entry = sync.store.byStock('shopify', stock.shopify);
  return entry?.linked === true && entry.stock.square === stock.square ? entry : null;
}
