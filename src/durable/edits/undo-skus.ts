import { ok, type Answer, type Result } from '../../domain/result';
import { sourceName } from '../../domain/source';
import { changedBy, isUndoable, type BulkRow, type SkuRow } from '../../domain/sync/bulk-change';
import type { PlatformFailure } from '../../platforms/failure';
import { readShopifyVariant, setShopifySku } from '../../platforms/shopify/edits';
import { withSku } from '../../platforms/square/edits';
import type { Account } from '../account/account';
import { refusal } from '../account/calls';
import type { UndoneChange } from '../api/bulk-change-api';
import type { Editor } from '../api/edits-api';
import { CHANGED_LATER } from '../bulk/bulk-changes';
import { followSide, tell } from './follow';
import { retryWhenThrottled } from './retry-when-throttled';
import { isFree } from './save-sku';
import { changeVariation } from './square-variation';
import { sideOf, undoOneByOne, type UndoPlace } from './undo-one-by-one';

/** What came of asking a platform for its former SKU: written, there already, or another one since, which is named; '' for none. */
type Restored = 'written' | 'there' | { readonly now: string };

/**
 * Writes the former SKUs of a bulk change back, from its last row to its first, where the platform still has the one that was set; a row whose SKU was changed
 * since says so. Each row is stored with its line of
 * history once its platform has answered; after a kill before that, the next call finds the former SKU there. `unavailable` and
 * `failed_precondition` when a platform cannot be written to now.
 */
export async function undoSkus(account: Account, id: number, by: Editor, tried: number): Promise<Answer<UndoneChange>> {
  return undoOneByOne(account, id, tried, async (place) => undoAt(account, place, by));
}

const isLeft = (row: BulkRow | undefined): row is SkuRow => row?.kind === 'sku' && isUndoable(row);

async function undoAt(account: Account, { store, now, later, at }: UndoPlace, by: Editor): Promise<Answer<null>> {
  const [row] = store.rows(now().id, at, 1);
  if (!isLeft(row)) return ok(null);
  const { source, before, after } = row;
  const target = sideOf(account, row);
  const keep = (outcome: Pick<SkuRow, 'state' | 'problem'>): void =>
    store.replace(now(), (one) => (isLeft(one) && changedBy(one) === changedBy(row) ? { ...one, ...outcome } : one), {
      from: at,
      to: at + 1,
    });
  const leave = (problem: string): Answer<null> => {
    account.sync.turn(() => keep({ state: row.state, problem }));
    return ok(null);
  };
  if (later.has(changedBy(row))) return leave(CHANGED_LATER);
  if (target === null) return leave(`${sourceName(source)} has no such variant any more.`);
  const free = before === '' ? ok(null) : await isFree(account, target, before);
  if (!free.ok && free.error.code !== 'already_exists') return free;
  if (!free.ok) return leave(`Another variant on ${sourceName(source)} has the former SKU ${before} now.`);
  const restored = await (source === 'shopify' ? onShopify(account, row) : onSquare(account, row));
  if (!restored.ok) {
    const { error } = restored;
    if (error.kind === 'gone') return leave(`${sourceName(source)} has no such variant any more.`);
    return error.kind === 'refused' ? leave(`${sourceName(source)} did not accept the former SKU.`) : refusal(source, error);
  }
  if (typeof restored.value === 'object')
    return leave(restored.value.now === '' ? 'The SKU was removed since.' : `The SKU was changed since: it is ${restored.value.now} now.`);
  const isWritten = restored.value === 'written';
  account.sync.turn(() => {
    // A SKU of which nothing was known was never set if the former one is there.
    keep(
      !isWritten && row.state === 'unconfirmed'
        ? { state: 'refused', problem: 'The platform did not set it.' }
        : { state: 'undone', problem: '' },
    );
    if (isWritten) tell(account, before === '' ? after : before, { kind: 'sku', side: source, before: after, after: before, by });
  });
  if (isWritten) {
    account.askedEnds.note(source, row.id);
    await followSide(account, target);
  }
  return ok(null);
}

type RestoreFailure = PlatformFailure | { readonly kind: 'gone' };

async function onShopify(account: Account, { id, before, after, barcode }: SkuRow): Promise<Result<Restored, RestoreFailure>> {
  const read = async () => retryWhenThrottled(() => account.calls.shopify((client) => readShopifyVariant(client, id)));
  const live = await read();
  if (!live.ok) return live;
  if (live.value === null) return { ok: false, error: { kind: 'gone' } };
  if (live.value.sku !== after) return ok(live.value.sku === before ? 'there' : { now: live.value.sku });
  const change = {
    productId: live.value.productId,
    variantId: id,
    sku: before,
    // A barcode that was changed since stays.
    barcode: barcode !== null && live.value.barcode === after ? barcode : null,
  };
  const written = await retryWhenThrottled(() => account.calls.shopify((client) => setShopifySku(client, change)));
  if (written.ok || written.error.kind !== 'failed') return written.ok ? ok('written') : written;
  // A missing answer says nothing about the effect; the variant's current SKU does.
  const again = await read();
  return again.ok && again.value?.sku === before ? ok('written') : written;
}

async function onSquare(account: Account, { id, before, after }: SkuRow): Promise<Result<Restored, RestoreFailure>> {
  const seen: string[] = [];
  const changed = await changeVariation(account.calls, id, (variation) => {
    seen.push(variation.sku);
    return variation.sku === after ? withSku(variation, before) : null;
  });
  const [last, isSent] = [seen.at(-1) ?? '', seen.includes(after)];
  if (!changed.ok) {
    if (changed.error === 'gone') return { ok: false, error: { kind: 'gone' } };
    return {
      ok: false,
      error: changed.error === 'uncertain' ? { kind: 'failed', detail: 'no answer to a SKU that is taken back' } : changed.error,
    };
  }
  // It was sent and accepted, or is found to be there after all.
  if (isSent && (last === after || last === before)) return ok('written');
  return ok(last === before ? 'there' : { now: last });
}
