import { isBlankSku } from '../../domain/catalog/match';
import type { Instant } from '../../domain/instant';
import { ok, refuse, type Answer } from '../../domain/result';
import { otherSource, SOURCES, sourceName, type Source } from '../../domain/source';
import { describePause, type WritePause } from '../../domain/sync/write-gate';
import { describeFailure } from '../../platforms/failure';
import type { Account } from '../account/account';
import type { JoinedVariant, VariantSide } from '../api/account-api';
import type { Copy, CopyBody, CopyItem, CopyProgress, Editor } from '../api/edits-api';
import { makeCopy } from './copy-make';
import { pauseOfCopies } from './copy-pause';
import { archivedText, EXCLUDED, planAgain, planCopy, type CopyStep } from './copy-plan';
import { knownHolders } from './sku-holders';

/** How long one call of `advanceCopies` works, in ms. */
const SLICE_MS = 15_000;

/** Unanswered calls in a row after which a copy ends. Its task waits longer after each: about ten minutes in all. */
const MOST_TRIES = 8;

/** Maximum number of the other side's products that are read again to link a copy. */
const MOST_COUNTERPARTS = 250;

/** Returns the variants of a product that have a SKU, each with its counterpart if it has one. */
export function syncableVariants(account: Account, source: Source, productId: string): Answer<readonly JoinedVariant[]> {
  const { table, listing } = account.catalog;
  const rows = source === 'shopify' ? table.ofProducts([productId]) : table.ofItems([productId]);
  if (rows.length === 0) return refuse('not_found', `There is no such ${sourceName(source)} product.`);
  const keys = rows.filter((row) => !isBlankSku(row[source]?.sku ?? '')).map((row) => row.key);
  return ok(listing.byKeys(keys));
}

/** Queues a copy of a variant's product; a copy that is already queued is not queued twice. */
export function startCopy(
  account: Account,
  request: { readonly source: Source; readonly variantId: string; readonly by: Editor },
): Answer<null> {
  const { source, by } = request;
  const found = account.catalog.listing.detail(source, request.variantId);
  const side = found.ok ? found.value[source] : null;
  if (side === null) return refuse('not_found', `There is no such ${sourceName(source)} variant.`);
  if (isBlankSku(side.sku)) return refuse('failed_precondition', 'Give the variant a SKU before you copy it.');
  if (side.productStatus === 'archived') return refuse('failed_precondition', archivedText(source));
  if (found.ok && found.value.checked.matching === 'excluded') return refuse('failed_precondition', EXCLUDED);
  if (account.locations.pair() === null) return refuse('failed_precondition', 'Choose the locations to keep in sync first.');
  for (const one of SOURCES) {
    if (account.connections.view(one).state !== 'connected')
      return refuse('failed_precondition', `${sourceName(one)} is not connected. Please reconnect it.`);
  }
  const stockId = stockIdOf(account, source, side);
  const requested = stockId === null ? [] : [{ stockId, sku: side.sku, name: side.name }];
  const now = account.host.now();
  if (joinsOpenCopy(account, account.copies.ofProduct(source, side.productId), requested)) return ok(null);
  account.copies.create(source, side.productId, newBody({ by, now, productName: side.productName, requestedVariants: requested }));
  const fileAt = account.copies.fileAt();
  if (fileAt !== null) account.host.wake(fileAt);
  account.changed();
  return ok(null);
}

/** Creates the body of a copy that has not started. */
function newBody({
  by,
  now,
  productName,
  requestedVariants,
}: Required<Pick<CopyBody, 'by' | 'productName' | 'requestedVariants'>> & { readonly now: Instant }): CopyBody {
  const made = { key: '', keyAt: 0, handle: '', target: '', currency: '', items: [], problem: '' };
  return { step: 'plan', by, requested: now, updated: now, productName, requestedVariants, ...made };
}

/** Returns whether an open copy of the same product also creates these variants. One planned without them does not. */
function joinsOpenCopy(account: Account, copy: Copy | null, requested: CopyBody['requestedVariants'] = []): boolean {
  if (copy === null || (copy.state !== 'queued' && copy.state !== 'running')) return false;
  const { step, items, requestedVariants = [] } = copy.body;
  const known = new Set([...items, ...requestedVariants].map((one) => one.stockId));
  const added = requested.filter((one) => !known.has(one.stockId));
  if (added.length > 0 && step !== 'plan') return false;
  if (added.length > 0) account.copies.save(copy, { requestedVariants: [...requestedVariants, ...added] });
  return true;
}

/** Queues a copy of the product whose Square variation holds a SKU. */
export function startCopyOfSku(account: Account, sku: string, by: Editor): Answer<null> {
  const holders = account.catalog.table.withSkus([sku]).filter((row) => row.square?.sku === sku);
  const [row] = holders;
  if (isBlankSku(sku) || row === undefined || row.square === null) return refuse('not_found', 'No Square variation has this SKU.');
  if (holders.length > 1) return refuse('failed_precondition', 'More than one Square variation has this SKU. Change one of them first.');
  return startCopy(account, { source: 'square', variantId: row.square.id, by });
}

/** Works on the copies from one side for a bounded time, and returns their progress. */
export async function advanceCopies(account: Account, source: Source): Promise<Answer<CopyProgress>> {
  const deadline = account.host.now() + SLICE_MS;
  while (account.host.now() < deadline) {
    // Choose the copy only inside the mutex: another call may have advanced or ended it during the wait.
    const done = await account.edits.run(async () => {
      const copy = account.copies.next(source);
      return copy === null ? null : { copy, step: await tryToAdvance(account, copy) };
    });
    if (done === null) break;
    if (done.step.kind === 'paused') {
      waitForPause(account, done.copy, done.step.pause);
      return ok({ ...progress(account, source), paused: true });
    }
    const { copy, step } = done;
    account.changed();
    if (step.kind === 'next') answered(account, copy);
    if (step.kind === 'failed') end(account, copy, step.problem);
    if (step.kind === 'wait') {
      const waits = waiting(account, copy, step);
      if (waits !== null) return waits;
    }
  }
  return ok(progress(account, source));
}

/** Advances a copy. A bug that one product triggers ends only that copy, with a row that says so. */
async function tryToAdvance(account: Account, copy: Copy): Promise<CopyStep> {
  try {
    return await advance(account, copy);
  } catch (error) {
    account.host.note(`a copy failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return { kind: 'failed', problem: 'Something went wrong on our side. Copy again.' };
  }
}

function answered(account: Account, copy: Copy): void {
  const current = account.copies.current(copy);
  const { tries = 0, lasting } = current.body;
  if (tries > 0 || lasting !== undefined)
    account.copies.save(current, { tries: 0, problem: lastingProblem(current.body), lasting: undefined });
}

function lastingProblem({ problem, lasting }: CopyBody): string {
  return lasting ?? problem;
}

function stockIdOf(account: Account, source: Source, side: VariantSide): string | null {
  const { table } = account.catalog;
  const rows = source === 'shopify' ? table.ofProducts([side.productId]) : table.ofItems([side.productId]);
  return rows.find((row) => row[source]?.id === side.id)?.[source]?.stockId ?? null;
}

/** Ends the open copies from a side: what they waited for did not arrive for too long. */
export function giveUpCopies(account: Account, source: Source): void {
  const names = `${sourceName(source)} or ${sourceName(otherSource(source))}`;
  account.copies.giveUp(`${names} could not be reached for too long. Copy again.`, account.host.now(), source, true);
  account.changed();
}

/**
 * Restarts the copies from a side that `giveUpCopies` ended, so that repeating its task does the work. Each is planned again, which finds
 * what the ended copy had already created.
 */
export function reviveCopies(account: Account, source: Source): void {
  const now = account.host.now();
  for (const { productId, body } of account.copies.givenUp(source)) {
    const { by, productName, requestedVariants = [] } = body;
    account.copies.create(source, productId, newBody({ by, now, productName, requestedVariants }));
  }
  account.changed();
}

async function advance(account: Account, copy: Copy): Promise<CopyStep> {
  const pause = copy.body.step === 'plan' || copy.body.step === 'make' ? pauseOfCopies(account, copy) : null;
  if (pause !== null) return { kind: 'paused', pause };
  switch (copy.body.step) {
    case 'plan':
      return planCopy(account, copy);
    case 'make':
      return makeCopy(account, copy);
    case 'link':
    case 'over':
      return link(account, copy);
  }
}

/** Reads what was created and what already existed, so that it is linked; the copy defines the starting levels, see `copiedLevels`. */
async function link(account: Account, copy: Copy): Promise<CopyStep> {
  const side = otherSource(copy.source);
  const wanted = counterparts(account, copy);
  const products = side === 'shopify' ? wanted : [];
  const squareItems = side === 'square' ? wanted : [];
  const read = await account.snapshots.refresh({ products, items: [], squareCatalogue: false, squareItems });
  if (!read.ok) return { kind: 'wait', side, failure: read.error };
  const current = account.copies.current(copy);
  const missing = current.body.items.filter((item) => isMissing(account, copy.source, item));
  if (missing.some((item) => item.state === 'made'))
    return { kind: 'wait', side, failure: { kind: 'failed', detail: 'what was made cannot be read yet' } };
  // The plan assumed that it exists, and it does not: create what is missing after all.
  if (missing.length > 0) return planAgain(account, current);
  const items = current.body.items.map((item) => settled(account, copy.source, item));
  const failed = items.every((item) => item.state === 'refused');
  const problem = failed ? (items[0]?.problem ?? '') : lastingProblem(current.body);
  account.copies.save(current, { step: 'over', items, problem, updated: account.host.now() }, failed ? 'failed' : 'done');
  return { kind: 'next' };
}

/** Returns the products on the other side that a copy created, or that already hold its SKUs. */
function counterparts(account: Account, { source, body }: Copy): readonly string[] {
  const linked = body.items.flatMap((item) => account.catalog.find(source, item.stockId)?.[otherSource(source)]?.productId ?? []);
  const all = new Set([body.target, ...linked, ...(body.holders ?? [])]);
  all.delete('');
  return [...all].slice(0, MOST_COUNTERPARTS);
}

/** Returns whether nothing known on the other side has the SKU of a variant that should exist there. */
function isMissing(account: Account, source: Source, item: CopyItem): boolean {
  return (
    (item.state === 'made' || item.state === 'present') &&
    !isLinked(account, source, item) &&
    knownHolders(account, otherSource(source), [item.sku]).length === 0
  );
}

function isLinked(account: Account, source: Source, item: CopyItem): boolean {
  const row = account.catalog.find(source, item.stockId);
  return row !== null && row[otherSource(source)] !== null;
}

function settled(account: Account, source: Source, item: CopyItem): CopyItem {
  if (item.state !== 'made' && item.state !== 'present') return item;
  if (isLinked(account, source, item)) return item.state === 'made' ? { ...item, state: 'linked' } : item;
  const there = item.state === 'made' ? 'It was made' : `It is on ${sourceName(otherSource(source))} already`;
  return { ...item, problem: `${there}, but is not linked: its SKU is not the only one of its kind.` };
}

function end(account: Account, copy: Copy, problem: string): void {
  account.copies.save(account.copies.current(copy), { step: 'over', problem, updated: account.host.now() }, 'failed');
}

/** Handles a step without an answer: the copy ends when access is gone or after too many tries, else the step is retried. */
function waiting(account: Account, copy: Copy, { side, failure }: Extract<CopyStep, { kind: 'wait' }>): Answer<never> | null {
  const name = sourceName(side);
  account.host.note(`a copy waits for ${side}: ${describeFailure(failure)}`);
  // A token that expired during a call is renewed: only a connection that has ended ends the copy.
  if (failure.kind === 'unauthorized' && account.connections.view(side).state !== 'connected') {
    end(account, copy, `${name} is not connected, or no longer grants us access. Reconnect it, then copy again.`);
    return null;
  }
  if (failure.kind === 'refused') {
    end(account, copy, `${name} did not accept the request. Try again later.`);
    return null;
  }
  const current = account.copies.current(copy);
  const tries = (current.body.tries ?? 0) + (failure.kind === 'throttled' ? 0 : 1);
  if (tries >= MOST_TRIES) {
    const made = current.body.step === 'link' && current.body.items.some((item) => item.state === 'made');
    end(
      account,
      copy,
      made ? `It was made, but ${name} does not show it. Copy again.` : `${name} did not answer for too long. Copy again.`,
    );
    return null;
  }
  const problem = `${name} cannot be reached right now. The copy resumes automatically.`;
  account.copies.save(current, { problem, tries, lasting: lastingProblem(current.body), updated: account.host.now() });
  return refuse('unavailable', problem);
}

/** Makes a copy wait for a pause. Only creation waits, since it writes a quantity; lookups and linking continue. */
function waitForPause(account: Account, copy: Copy, pause: WritePause): void {
  const current = account.copies.current(copy);
  const problem = `${describePause(pause)}. The copy resumes automatically.`;
  account.copies.save(current, { problem, lasting: lastingProblem(current.body), updated: account.host.now() });
  account.changed();
}

function progress(account: Account, source: Source): CopyProgress {
  const open = account.copies.open(source);
  const items = open.flatMap((copy) => copy.body.items);
  return { open: open.length, processed: items.filter((item) => item.state !== 'waiting').length, total: items.length };
}
