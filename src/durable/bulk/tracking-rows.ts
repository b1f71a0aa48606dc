import type { Answer } from '../../domain/result';
import { changedBy, type TrackingRow } from '../../domain/sync/bulk-change';
import type { Account } from '../account/account';
import type { VariantSide } from '../api/account-api';
import { BulkChangeStore, undoableFrom } from './bulk-change-store';
import { KeyedChange, type KeyedPart } from './keyed-change';

/** Why tracking that a bulk change turned on cannot be undone after a person has set it again. */
const SET_SINCE = 'Tracking was set by hand since, so it stays.';
const ALREADY_ON = 'It was tracked already.';

/** D1 and the object's SQLite take patterns of at most 50 bytes; a longer ID finds its row among all. */
const LONGEST_ID = 40;

/** What came of asking a platform to track a variant. */
export interface TrackingEnd {
  readonly done: boolean;
  /** Whether the change was sent: not where it was so already, or was refused before. */
  readonly sent: boolean;
  /** True where nobody knows whether it is on. */
  readonly uncertain: boolean;
  /** Why it was not done; '' when it was. */
  readonly problem: string;
}

/**
 * Keeps what becomes of a variant whose tracking is turned on as a part of the bulk change with a key, or on its own. The row is stored as
 * `unconfirmed` before it is sent. Each variant has one row: the same call again, also after a kill, continues that one.
 */
export class TrackingRows {
  readonly #account: Account;
  readonly #keyed: KeyedChange;
  readonly #row: TrackingRow;

  constructor(account: Account, { source, id, sku }: Pick<VariantSide, 'source' | 'id' | 'sku'>, part: KeyedPart) {
    this.#account = account;
    this.#keyed = new KeyedChange(account, 'tracking', part);
    const problem = 'It may be on: the platform has not answered.';
    this.#row = { kind: 'tracking', source, id, sku, state: 'unconfirmed', problem };
  }

  /** Returns why nothing can be added: the bulk change was undone. */
  check(): Answer<null> {
    return this.#keyed.check();
  }

  /** Returns whether this bulk change has turned it on already: the same call again leaves it alone, whatever was done since. */
  isDone(): boolean {
    return this.#stored()?.state === 'set';
  }

  /** Notes that it is sent next. */
  sending(): void {
    this.#put(this.#row);
  }

  /** Notes what became of it. What a person sets on its own ends the undoing in earlier bulk changes. Part of the turn that adds its line of history. */
  settled({ done, sent, uncertain, problem }: TrackingEnd): void {
    if (!this.#keyed.isBulk) {
      const store = new BulkChangeStore(this.#account.host.db);
      if (done) store.supersedeOne('tracking', changedBy(this.#row), undoableFrom(this.#account), SET_SINCE);
      return;
    }
    // It was sent by a call that was killed. What is on now was turned on by it; what could not be read stays as it is.
    const wasSent = this.#stored()?.state === 'unconfirmed';
    if (done)
      this.#put(sent || wasSent ? { ...this.#row, state: 'set', problem: '' } : { ...this.#row, state: 'refused', problem: ALREADY_ON });
    else if (sent || !wasSent) this.#put({ ...this.#row, state: sent && uncertain ? 'unconfirmed' : 'refused', problem });
  }

  #stored(): TrackingRow | null {
    const change = this.#keyed.current();
    if (change === null) return null;
    const row = new BulkChangeStore(this.#account.host.db).rowOf(change.id, changedBy(this.#row), this.#holds());
    return row?.kind === 'tracking' ? row : null;
  }

  /** Replaces the variant's row, or adds it. */
  #put(row: TrackingRow): void {
    const change = this.#keyed.current();
    if (change === null || this.#stored() === null) {
      this.#keyed.add(row);
      return;
    }
    this.#account.sync.turn(() => {
      const store = new BulkChangeStore(this.#account.host.db);
      store.replace(change, (one) => (changedBy(one) === changedBy(row) ? row : one), { holds: this.#holds() });
    });
  }

  #holds(): string {
    const { id } = this.#row;
    return id.length > LONGEST_ID ? '%' : `%"id":"${id}"%`;
  }
}
