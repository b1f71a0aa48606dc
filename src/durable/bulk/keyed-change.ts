import { ok, refuse, type Answer } from '../../domain/result';
import type { BulkChange, BulkKind, BulkRow } from '../../domain/sync/bulk-change';
import type { Account } from '../account/account';
import type { Editor } from '../api/edits-api';
import { BulkChangeStore, undoableFrom } from './bulk-change-store';

/** Who makes an edit, and the key of the bulk change that it is part of; '' or none for one on its own. */
export interface KeyedPart {
  readonly by: Editor;
  readonly bulkKey?: string | undefined;
}

/** A bulk change that is made in a call for each row, all with a key that the caller has chosen; for an edit on its own there is none. */
export class KeyedChange {
  readonly #account: Account;
  readonly #kind: BulkKind;
  readonly #by: Editor;
  readonly #key: string;

  constructor(account: Account, kind: BulkKind, { by, bulkKey = '' }: KeyedPart) {
    this.#account = account;
    this.#kind = kind;
    this.#by = by;
    this.#key = bulkKey;
  }

  /** Whether the edit is part of a bulk change. */
  get isBulk(): boolean {
    return this.#key !== '';
  }

  /** Returns why nothing can be added: the bulk change was undone. */
  check(): Answer<null> {
    return (this.current()?.counts.undone ?? 0) > 0
      ? refuse('failed_precondition', 'The bulk change was undone, so it cannot continue.')
      : ok(null);
  }

  /** Adds a row, in a turn of its own or the current one. Does nothing for an edit on its own. */
  add(row: BulkRow): void {
    if (!this.isBulk) return;
    const { host, sync } = this.#account;
    sync.turn(() => {
      const store = new BulkChangeStore(host.db);
      store.append(this.current() ?? store.add({ at: host.now(), by: this.#by, kind: this.#kind, key: this.#key }), [row]);
    });
  }

  /** Returns the bulk change as it is stored; null before its first row, and for an edit on its own. */
  current(): BulkChange | null {
    if (!this.isBulk) return null;
    const all = new BulkChangeStore(this.#account.host.db).since(undoableFrom(this.#account));
    return all.find(({ kind, key }) => kind === this.#kind && key === this.#key) ?? null;
  }
}
