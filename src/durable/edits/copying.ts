import { isBlankSku } from '../../domain/catalog/match';
import { ok, refuse, type Answer } from '../../domain/result';
import { otherSource, SOURCES, sourceName, type Source } from '../../domain/source';
import { describeFailure } from '../../platforms/failure';
import type { Account } from '../account/account';
import type { JoinedVariant } from '../api';
import type { Copy, CopyItem, CopyProgress, Editor } from '../edits-api';
import { makeCopy } from './copy-make';
import { planCopy, type CopyStep } from './copy-plan';

/** How long one call of `advanceCopies` works, in ms. */
const SLICE_MS = 15_000;

/** The variants of a product that have a SKU, each with its counterpart where there is one. */
export function syncableVariants(account: Account, source: Source, productId: string): Answer<readonly JoinedVariant[]> {
  const { table, listing } = account.catalog;
  const rows = source === 'shopify' ? table.ofProducts([productId]) : table.ofItems([productId]);
  if (rows.length === 0) return refuse('not_found', `There is no such ${sourceName(source)} product.`);
  const keys = rows.filter((row) => !isBlankSku(row[source]?.sku ?? '')).map((row) => row.key);
  return ok(listing.byKeys(keys));
}

/** Puts the product of a variant on the list of copies; the same one that is on it already is not put there twice. */
export function startCopy(
  account: Account,
  request: { readonly source: Source; readonly variantId: string; readonly by: Editor },
): Answer<null> {
  const { source, by } = request;
  const found = account.catalog.listing.detail(source, request.variantId);
  const side = found.ok ? found.value[source] : null;
  if (side === null) return refuse('not_found', `There is no such ${sourceName(source)} variant.`);
  if (isBlankSku(side.sku)) return refuse('failed_precondition', 'Give the variant a SKU before you copy it.');
  if (account.locations.pair() === null) return refuse('failed_precondition', 'Choose the locations to keep in step first.');
  for (const one of SOURCES) {
    if (account.connections.view(one).state !== 'connected')
      return refuse('failed_precondition', `${sourceName(one)} is not connected. Please reconnect it.`);
  }
  const before = account.copies.ofProduct(source, side.productId);
  const now = account.host.now();
  if (before !== null && (before.state === 'queued' || before.state === 'running')) return ok(null);
  account.copies.create(source, side.productId, {
    step: 'plan',
    by,
    requested: now,
    updated: now,
    productName: side.productName,
    key: '',
    keyAt: 0,
    handle: '',
    target: '',
    currency: '',
    items: [],
    problem: '',
  });
  account.changed();
  return ok(null);
}

/** The same for the Square variation that holds a SKU. */
export function startCopyOfSku(account: Account, sku: string, by: Editor): Answer<null> {
  const holders = account.catalog.table.withSkus([sku]).filter((row) => row.square?.sku === sku);
  const [row] = holders;
  if (isBlankSku(sku) || row === undefined || row.square === null) return refuse('not_found', 'No Square variation has this SKU.');
  if (holders.length > 1) return refuse('failed_precondition', 'More than one Square variation has this SKU. Change one of them first.');
  return startCopy(account, { source: 'square', variantId: row.square.id, by });
}

/** Works on the copies from one side for a while, and says how far they are. */
export async function advanceCopies(account: Account, source: Source): Promise<Answer<CopyProgress>> {
  const deadline = account.host.now() + SLICE_MS;
  for (let copy = account.copies.next(source); copy !== null && account.host.now() < deadline; copy = account.copies.next(source)) {
    const now: Copy = copy;
    const step = await account.edits.run(() => advance(account, now));
    account.changed();
    if (step.kind === 'failed') end(account, now, step.problem);
    if (step.kind === 'wait') {
      const waits = waiting(account, now, step);
      if (waits !== null) return waits;
    }
  }
  return ok(progress(account, source));
}

/** Ends the open copies from a side: what they waited for did not come for too long. */
export function giveUpCopies(account: Account, source: Source): void {
  const names = `${sourceName(source)} or ${sourceName(otherSource(source))}`;
  account.copies.giveUp(`${names} could not be reached for too long. Copy again.`, account.host.now(), source);
  account.changed();
}

function advance(account: Account, copy: Copy): Promise<CopyStep> {
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

/** Reads what was made, so that it is linked; the cells begin as the copy says, see `copiedLevels`. */
async function link(account: Account, copy: Copy): Promise<CopyStep> {
  const side = otherSource(copy.source);
  const { target } = copy.body;
  const products = side === 'shopify' && target !== '' ? [target] : [];
  const squareItems = side === 'square' && target !== '' ? [target] : [];
  const read = await account.snapshots.refresh({ products, items: [], squareCatalogue: false, squareItems });
  if (!read.ok) return { kind: 'wait', side, failure: read.error };
  const current = account.copies.current(copy);
  const items = current.body.items.map((item) => settled(account, copy.source, item));
  const failed = items.every((item) => item.state === 'refused');
  const problem = failed ? (items[0]?.problem ?? '') : current.body.problem;
  account.copies.save(current, { step: 'over', items, problem, updated: account.host.now() }, failed ? 'failed' : 'done');
  return { kind: 'next' };
}

function settled(account: Account, source: Source, item: CopyItem): CopyItem {
  if (item.state !== 'made') return item;
  const row = account.catalog.find(source, item.stockId);
  if (row !== null && row[otherSource(source)] !== null) return { ...item, state: 'linked' };
  return { ...item, problem: 'It was made, but is not linked: its SKU is not the only one of its kind.' };
}

function end(account: Account, copy: Copy, problem: string): void {
  account.copies.save(account.copies.current(copy), { step: 'over', problem, updated: account.host.now() }, 'failed');
}

/** A step that got no answer: for good when access is gone, else to be tried again. */
function waiting(account: Account, copy: Copy, { side, failure }: Extract<CopyStep, { kind: 'wait' }>): Answer<never> | null {
  const name = sourceName(side);
  account.host.note(`a copy waits for ${side}: ${describeFailure(failure)}`);
  if (failure.kind === 'unauthorised') {
    end(account, copy, `${name} is not connected, or no longer lets us in. Reconnect it, then copy again.`);
    return null;
  }
  if (failure.kind === 'refused') {
    end(account, copy, `${name} did not accept the request. Try again later.`);
    return null;
  }
  const problem = `${name} cannot be reached right now. The copy goes on by itself.`;
  account.copies.save(account.copies.current(copy), { problem, updated: account.host.now() });
  return refuse('unavailable', problem);
}

function progress(account: Account, source: Source): CopyProgress {
  const open = account.copies.open(source);
  const items = open.flatMap((copy) => copy.body.items);
  return { open: open.length, processed: items.filter((item) => item.state !== 'waiting').length, total: items.length };
}
