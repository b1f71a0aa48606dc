import type { Answer } from '../../domain/result';
import { changedBy, isUndoable, type SkuRow } from '../../domain/sync/bulk-change';
import type { Account } from '../account/account';
import { BulkChangeStore, undoableFrom } from './bulk-change-store';
import { KeyedChange, type KeyedPart } from './keyed-change';

/** What is known of a row before its SKU is sent. */
type SkuStart = Pick<SkuRow, 'source' | 'id' | 'before' | 'after' | 'barcode'>;

/** Why a SKU of a bulk change cannot be undone after a person has set it again. */
const SET_SINCE = 'The SKU was set by hand since, so it stays.';

/**
 * Keeps what becomes of a SKU that is saved as a part of the bulk change with a key, or on its own. A row is stored as `unconfirmed` before its SKU is
 * sent: after a kill it says that it may be set, and undoing looks. Only one SKU is saved at a time.
 */
export class SkuRows {
  readonly #account: Account;
  readonly #keyed: KeyedChange;

  constructor(account: Account, part: KeyedPart) {
    this.#account = account;
    this.#keyed = new KeyedChange(account, 'sku', part);
  }

  /** Returns why nothing can be added: the bulk change was undone. */
  check(): Answer<null> {
    return this.#keyed.check();
  }

  /** Notes a SKU that is sent next. */
  sending(start: SkuStart): void {
    this.#keyed.add({ kind: 'sku', ...start, state: 'unconfirmed', problem: 'It may be set: the platform has not answered.' });
  }

  /** Notes a SKU that is not sent, and why. */
  leftOut(start: SkuStart, problem: string): void {
    this.#keyed.add({ kind: 'sku', ...start, state: 'refused', problem });
  }

  /** Notes what became of the SKU that was sent last. Of one that a person sets on its own, earlier bulk changes are not undone any more. */
  settled(row: Pick<SkuRow, 'source' | 'id' | 'before'>, state: 'set' | 'refused' | 'unconfirmed', problem: string): void {
    const { source, id, before } = row;
    const store = new BulkChangeStore(this.#account.host.db);
    const changed = changedBy({ kind: 'sku', source, id, before, after: '', barcode: null, state, problem });
    if (!this.#keyed.isBulk) {
      if (state === 'set') store.supersedeOne('sku', changed, undoableFrom(this.#account), SET_SINCE);
      return;
    }
    const change = this.#keyed.current();
    if (change === null) return;
    const last = { from: change.counts.rows - 1, to: change.counts.rows };
    store.replace(
      change,
      (one) => (one.kind === 'sku' && changedBy(one) === changed && isUndoable(one) ? { ...one, before, state, problem } : one),
      last,
    );
  }
}
