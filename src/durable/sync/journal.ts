import type { Receipt } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import type { LagHour } from '../../domain/sync/lag';
import type { StoredLevel } from '../../domain/sync/stored-level';
import type { Database } from '../store/database';
import {
  daysSince,
  findDays,
  findPlace,
  lastOf,
  linesBack,
  readBody,
  type Body,
  type DayRow,
  type Checkpoint,
  type NotedLevel,
} from './journal-position';
import { rowsOf } from './journal-rows';
import type { Line, NumberedLine } from './line';

const DAY_MS = 86_400_000;

/**
 * The journal of events, in one table per day, so that old days are removed by dropping a table. A row contains a history line, the receipt
 * of the webhook that caused it, and the levels that this turn left unfinished: history, evidence and recovery in one write. Checkpoints,
 * about every half minute, record how far lines are delivered and which levels are still open.
 */
export class Journal {
  readonly #db: Database;
  readonly #days: number[];
  readonly #suspects: readonly number[];
  readonly #found: ReadonlyMap<number, StoredLevel>;
  readonly #named: Set<number>;
  #seq: number;
  #delivered: number;
  #lastCheckpoint: Checkpoint;
  #lines: Line[] = [];
  #receipts: Receipt[] = [];
  #unfinished: number[] = [];
  #noted: NotedLevel[] = [];
  readonly #notedSinceCheckpoint = new Map<number, NotedLevel>();
  /** Variants whose quantities have changed since the directory was stored; known unless an earlier release wrote the last checkpoint. */
  readonly #counted: Set<number>;
  #isCountedKnown: boolean;
  /** Whether the last checkpoint lacks that they are known. */
  #isCountedUnstated: boolean;
  #newlyCounted: number[] = [];
  #voidsNotes = false;
  /** The last row returned for delivery, and the last one delivered: a day is never read from its start twice. */
  #handedOut: { readonly day: number; readonly id: number; readonly seq: number } | null = null;
  #deliveredRow: { readonly day: number; readonly id: number } = { day: 0, id: 0 };

  /** Finds the journal's position: the newest number, the last checkpoint, and the levels named since. */
  constructor(db: Database) {
    this.#db = db;
    this.#days = findDays(db);
    const { seq, checkpoint, unsettled, noted, counted } = findPlace(db, this.#days);
    this.#seq = seq;
    this.#delivered = checkpoint.delivered;
    this.#lastCheckpoint = checkpoint;
    this.#suspects = unsettled;
    this.#found = noted;
    this.#named = new Set(unsettled);
    this.#counted = new Set(counted ?? unsettled);
    this.#isCountedKnown = counted !== null;
    this.#isCountedUnstated = counted === null;
    // They count as long as no checkpoint follows, whichever instance made them.
    for (const [key, stored] of noted) this.#notedSinceCheckpoint.set(key, { key, stored });
  }

  /** Adds a line to the turn's rows; `commit` writes it. */
  line(line: Line): void {
    this.#lines.push(line);
  }

  /** Keeps a receipt without a line in memory until the next row or checkpoint. */
  receipt(receipt: Receipt): void {
    this.#receipts.push(receipt);
  }

  /** Records levels that are unfinished at the end of this turn. Names those not yet named since the last checkpoint. */
  unfinished(keys: readonly number[]): void {
    for (const key of keys) {
      if (this.#named.has(key)) continue;
      this.#named.add(key);
      this.#unfinished.push(key);
    }
  }

  /**
   * Records variants whose quantities were written. The turn's row names those that no row since the last checkpoint names, which are few:
   * what is written to the other side is unfinished first.
   */
  counted(keys: readonly number[]): void {
    for (const key of keys) {
      if (this.#counted.has(key)) continue;
      this.#counted.add(key);
      if (!this.#named.has(key)) this.#newlyCounted.push(key);
    }
  }

  /** Returns every variant whose quantities may have changed since the last `settleCounted`, by any instance; null when not known. */
  countedKeys(): ReadonlySet<number> | null {
    return this.#isCountedKnown ? this.#counted : null;
  }

  /** Forgets the variants whose quantities have changed. Until the next checkpoint, another instance still finds them. */
  settleCounted(): void {
    this.#counted.clear();
    this.#isCountedKnown = true;
  }

  /** Records an unfinished level whose row stays behind until its write is answered: the turn's row contains the level's current state. */
  note(cell: NotedLevel): void {
    this.#named.add(cell.key);
    this.#noted.push(cell);
    this.#notedSinceCheckpoint.set(cell.key, cell);
  }

  /**
   * Voids earlier notes: the rows of all levels have been written and are about to be rewritten, after which a row may hold other stock IDs
   * or no known quantity. From this turn on the row, not an earlier note, holds the state.
   */
  voidNotes(): void {
    if (this.#notedSinceCheckpoint.size === 0) return;
    this.#notedSinceCheckpoint.clear();
    this.#voidsNotes = true;
  }

  /** Writes the turn's rows and returns its lines with their numbers. */
  commit(now: Instant): NumberedLine[] {
    const numbered: NumberedLine[] = [];
    for (const line of this.#lines) {
      this.#seq += 1;
      this.#insert(now, this.#seq, { l: line, ...this.#takeReceipts(), ...this.#takeUnfinished() });
      numbered.push({ ...line, seq: this.#seq });
    }
    if (this.#unfinished.length + this.#noted.length + this.#newlyCounted.length > 0 || this.#voidsNotes)
      this.#insert(now, null, { ...this.#takeReceipts(), ...this.#takeUnfinished() });
    this.#lines = [];
    return numbered;
  }

  /** Returns the lines after a number, the newest `limit` of them, oldest first. Reads no rows before them. */
  linesAfter(seq: number, limit: number): NumberedLine[] {
    return seq >= this.#seq ? [] : linesBack(this.#db, this.#days, { seq, at: -Infinity }, limit);
  }

  /** Returns the lines since a time, by our clock, the newest `limit` of them, oldest first. Reads hardly any row before them. */
  linesSince(at: Instant, limit: number): NumberedLine[] {
    return linesBack(this.#db, this.#days, { seq: 0, at }, limit);
  }

  /** Returns the next lines to deliver, oldest first. */
  undelivered(limit: number): NumberedLine[] {
    if (this.#delivered >= this.#seq) return [];
    const lines: NumberedLine[] = [];
    for (const day of daysSince(this.#db, this.#days, this.#delivered)) {
      const wanted = `select id, seq, body from day_${day} where id > ? and seq > ? order by id limit ?`;
      const after = this.#deliveredRow.day === day ? this.#deliveredRow.id : 0;
      for (const row of this.#db.rows<DayRow>(wanted, after, this.#delivered, limit - lines.length)) {
        const { l } = readBody(row.body);
        if (l !== undefined && row.seq !== null) lines.push({ ...l, seq: row.seq });
        if (row.seq !== null) this.#handedOut = { day, id: row.id, seq: row.seq };
      }
      if (lines.length >= limit) break;
    }
    return lines;
  }

  /** Records that lines up to this number are in D1. */
  delivered(upTo: number): void {
    this.#delivered = Math.max(this.#delivered, upTo);
    if (this.#handedOut !== null && this.#handedOut.seq <= this.#delivered) this.#deliveredRow = this.#handedOut;
  }

  /** Writes the receipts that are only in memory, so that each can be found. */
  writeReceipts(now: Instant): void {
    if (this.#receipts.length > 0) this.#insert(now, null, this.#takeReceipts());
  }

  /**
   * Writes a checkpoint when there is anything new; `open` are the levels that are not at rest. It hides earlier notes: the rows of all
   * levels must have been written.
   */
  checkpoint(now: Instant, open: readonly number[], watched: Pick<Checkpoint, 'lag' | 'hearing'>): void {
    const { delivered, open: before } = this.#lastCheckpoint;
    const same = delivered === this.#delivered && before.length === open.length && open.every((key) => before.includes(key));
    if (same && this.#receipts.length === 0 && !(this.#isCountedUnstated && this.#isCountedKnown)) return;
    this.#lastCheckpoint = { delivered: this.#delivered, open, ...watched };
    this.#insert(now, null, { m: this.#lastCheckpoint, ...this.#statedCounted(), ...this.#takeReceipts() });
    this.#notedSinceCheckpoint.clear();
    this.#named.clear();
    for (const key of open) this.#named.add(key);
  }

  /** Returns the write lag as of the last checkpoint. */
  lag(): readonly LagHour[] {
    return this.#lastCheckpoint.lag ?? [];
  }

  /** Returns the webhook delivery records as of the last checkpoint; null when it has none. */
  hearing(): Checkpoint['hearing'] | null {
    return this.#lastCheckpoint.hearing ?? null;
  }

  /** Returns the levels that may not be at rest, as named by the last checkpoint and the rows after it when the journal was opened. */
  unsettled(): readonly number[] {
    return this.#suspects;
  }

  /** Returns an unsettled level's columns as last noted, which may be newer than its row; null when it was not noted. */
  notedOf(key: number): StoredLevel | null {
    return this.#found.get(key) ?? null;
  }

  /** Returns whether lines wait for delivery or receipts for a checkpoint. */
  waiting(): boolean {
    return this.#delivered < this.#seq || this.#receipts.length > 0 || this.#lastCheckpoint.delivered < this.#delivered;
  }

  /** Drops fully delivered days that are more than `days` old; never the newest, which carries the numbering. */
  dropOld(now: Instant, days: number): void {
    const oldest = Math.floor(now / DAY_MS) - days;
    for (const day of this.#days.slice(0, -1)) {
      if (day >= oldest || lastOf(this.#db, day) > this.#delivered) break;
      this.#db.run(`drop table day_${day}`);
      this.#days.splice(this.#days.indexOf(day), 1);
    }
  }

  #takeReceipts(): Pick<Body, 'r'> {
    const taken = this.#receipts;
    this.#receipts = [];
    return taken.length === 0 ? {} : { r: taken };
  }

  #takeUnfinished(): Pick<Body, 'k' | 'c' | 'v' | 'q'> {
    const [keys, noted, voids, counted] = [this.#unfinished, this.#noted, this.#voidsNotes, this.#newlyCounted];
    this.#unfinished = [];
    this.#noted = [];
    this.#voidsNotes = false;
    this.#newlyCounted = [];
    return {
      ...(keys.length > 0 && { k: keys }),
      ...(noted.length > 0 && { c: noted }),
      ...(voids && { v: true as const }),
      ...(counted.length > 0 && { q: counted }),
    };
  }

  /** Returns what a checkpoint's row states beside it. */
  #statedCounted(): Pick<Body, 'q'> {
    if (!this.#isCountedKnown) return {};
    this.#isCountedUnstated = false;
    return { q: [...this.#counted] };
  }

  #insert(now: Instant, number: number | null, body: Body): void {
    // When the clock goes back, do not write into a day that is no longer the newest.
    const day = Math.max(Math.floor(now / DAY_MS), this.#days.at(-1) ?? 0);
    if (this.#days.at(-1) !== day) {
      this.#db.run(`create table day_${day} (id integer primary key, seq integer, body text not null)`);
      this.#days.push(day);
      // Each day starts with a checkpoint, so that a start never looks further back than the newest table.
      this.#lastCheckpoint = { ...this.#lastCheckpoint, delivered: this.#delivered, open: [...this.#named] };
      const first: Body = { m: this.#lastCheckpoint, c: [...this.#notedSinceCheckpoint.values()], ...this.#statedCounted() };
      this.#write(day, null, first);
    }
    this.#write(day, number, body);
  }

  #write(day: number, number: number | null, body: Body): void {
    const [own, ...more] = rowsOf(body);
    const insert = `insert into day_${day} (seq, body) values (?, ?)`;
    this.#db.run(insert, number, JSON.stringify(own));
    for (const rest of more) this.#db.run(insert, null, JSON.stringify(rest));
  }
}
