import type { HistoryFact, ObservationCause } from '../../domain/history/fact';
import type { LevelReport } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import { otherSource, SOURCES, type Source } from '../../domain/source';
import { atRest, breaksConservation, rebased, withSide } from '../../domain/sync/linked-level';
import { observe, type Rules } from '../../domain/sync/observe';
import { applySet } from '../../domain/sync/rebase';
import { restartLevel, restart } from '../../domain/sync/restart';
import { loadLevel } from '../../domain/sync/stored-level';
import type { Database } from '../store/database';
import { Journal } from './journal';
import { LagWatch } from './lag-watch';
import { Lane } from './lane';
import { laneAccount } from './lane-account';
import type { StockPort } from './lane-ports';
import { LevelStore, type LevelEntry } from './level-store';
import { originatorOf } from './line';
import type { SyncAccount } from './sync-account';
import { Waiters } from './waiters';

/** How long lines and receipts wait for the alarm that delivers them, in ms: longer costs fewer rows, and evidence alone. */
const GATHER_MS = 30_000;

/**
 * The sync of one account: cells, lanes and journal, changed in turns. A turn is synchronous; all that it changes is
 * stored in one transaction, and requests that it planned go out only afterwards.
 */
export class Sync {
  readonly store: LevelStore;
  readonly journal: Journal;
  readonly lag: LagWatch;
  /** Those who wait for what a turn brings about. */
  readonly waiters = new Waiters();
  readonly #db: Database;
  readonly #account: SyncAccount;
  readonly #lanes: Readonly<Record<Source, Lane>>;
  readonly #put = new Set<number>();
  #depth = 0;

  constructor(db: Database, ports: Readonly<Record<Source, StockPort>>, account: SyncAccount) {
    this.#db = db;
    this.#account = account;
    this.store = new LevelStore(db, (key) => this.#put.add(key));
    this.journal = new Journal(db);
    this.lag = new LagWatch(this.journal.lag());
    const surroundings = laneAccount(this, account, (entry) => this.#rulesOf(entry));
    const lane = (source: Source): Lane => new Lane(source, ports[source], surroundings);
    this.#lanes = { shopify: lane('shopify'), square: lane('square') };
  }

  /** Takes up what a former life left: ops are sent again with the same key, what is owed is flushed. */
  start(): void {
    this.turn(() => {
      const open: [number, LevelEntry['level']][] = [];
      for (const key of this.journal.unsettled()) {
        this.#restore(key);
        const entry = this.store.byKey(key);
        if (entry !== null && !atRest(entry.level)) open.push([key, entry.level]);
      }
      for (const found of restart(open, this.#account.epoch(), this.#account.now())) this.#lanes[found.attempts.source].resume(found);
      for (const [key] of open) this.#put.add(key);
    });
  }

  /** A cell that a former life noted in the journal alone. What it had in flight under another epoch is void, and its row is newer. */
  #restore(key: number): void {
    const noted = this.journal.notedOf(key);
    if (noted === null) return;
    const { shopify, square } = loadLevel(noted);
    const current = [shopify.inFlight, square.inFlight].every((op) => op === null || op.epoch === this.#account.epoch());
    if (current) this.store.restore(key, noted);
  }

  /** Writes the rows of cells that stand in the journal alone: for whoever reads or writes rows past the cells. */
  writeRows(): void {
    this.turn(() => {
      this.store.catchUp();
      const changed = this.store.save();
      if (changed.length > 0) this.#account.changed(changed);
    });
  }

  /** Marks where recovery begins from now on, and drops days that lie more than `keptDays` back. */
  checkpoint(keptDays: number): void {
    this.turn(() => {
      this.writeRows();
      const now = this.#account.now();
      this.journal.mark(now, this.store.open(), this.lag.hours());
      this.journal.dropOld(now, keptDays);
    });
  }

  /** Runs `work` as one turn, or as part of the turn that is running. Must not await. */
  turn<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    this.#depth += 1;
    let result: T;
    try {
      result = this.#db.transaction(() => {
        const value = work();
        this.#finish();
        return value;
      });
    } catch (error) {
      this.#account.abort('a turn could not be stored');
      throw error;
    } finally {
      this.#depth -= 1;
    }
    this.waiters.look();
    for (const source of SOURCES) this.#account.background(this.#lanes[source].launch());
    if (this.journal.waiting()) this.#account.wake(this.#account.now() + GATHER_MS);
    return result;
  }

  /** Accounts levels that a platform states. Answers the stock ids that no variant is known for, and how many changes they told. */
  levels(source: Source, reports: readonly LevelReport[], via: ObservationCause): { unknown: string[]; changes: number } {
    return this.turn(() => {
      const unknown: string[] = [];
      let changes = 0;
      for (const report of reports) {
        if (report.locationId !== this.#account.locationId(source)) continue;
        const entry = this.store.byStock(source, report.stockId);
        if (entry === null) unknown.push(report.stockId);
        else changes += this.observed(entry, source, report, via);
      }
      return { unknown, changes };
    });
  }

  /** Accounts one level of a known variant; part of a turn. Answers how many changes it told. */
  observed(entry: LevelEntry, source: Source, report: { quantity: number; at: Instant }, via: ObservationCause): number {
    const seen = { value: report.quantity, at: report.at, direct: false };
    if (!entry.linked && atRest(entry.level)) {
      const { observedAt: known } = entry.level[source];
      if (known === null || report.at >= known)
        this.store.put(entry.key, rebased(withSide(entry.level, source, { accounted: seen.value, observedAt: seen.at })));
      return 0;
    }
    const step = observe(entry.level, source, seen, via, this.#rulesOf(entry));
    this.store.put(entry.key, step.cell);
    for (const fact of step.facts) this.line(entry.key, fact);
    return step.facts.length;
  }

  /** A variant of one side alone owes nothing to the other, even while the merchant's number is on its way to it. */
  #rulesOf(entry: LevelEntry): Rules {
    const rules = this.#account.rules();
    return entry.linked ? rules : { ...rules, entitled: false };
  }

  /** Adds a ledger line for a variant. */
  line(key: number, fact: HistoryFact): void {
    if (fact.kind === 'change' && fact.fate === 'sent') this.lag.began(otherSource(fact.side), key, fact.at);
    const sku = this.store.byKey(key)?.sku ?? '';
    const side: Source = 'side' in fact ? fact.side : 'shopify';
    this.journal.line({ at: this.#account.now(), originator: originatorOf(fact), location: this.#account.locationName(side), sku, fact });
  }

  /** Sends what has come due, and what can be sent again now that something outside has changed. */
  resume(): void {
    this.turn(() => {
      for (const key of this.store.open()) this.#put.add(key);
    });
  }

  /** The connections or the pair are others now: nothing of before is sent again, nothing is owed any more. */
  endEpoch(): void {
    this.turn(() => {
      this.writeRows();
      this.store.forgetAll();
      this.#put.clear();
      this.#db.run('update variant set cell = null, apart = null where cell is not null');
      for (const source of SOURCES) this.#lanes[source].clear();
      this.lag.clear();
    });
  }

  /** A new epoch of the same connections and pair: nothing of before is owed, and what a lost write has left is read. */
  beginAgain(): void {
    this.turn(() => {
      const open = this.store.open().flatMap((key) => this.store.byKey(key) ?? []);
      this.endEpoch();
      for (const { key, level } of open) {
        if (this.store.byKey(key) !== null) this.store.put(key, restartLevel(level));
      }
    });
  }

  /** True while something is owed, doubted or in flight. */
  busy(): boolean {
    return SOURCES.some((source) => this.#lanes[source].busy());
  }

  /** Both sides of a linked variant, or the one it has. */
  sidesOf(entry: LevelEntry): Source[] {
    return SOURCES.filter((source) => entry.stock[source] !== null);
  }

  /** A person's number is granted as soon as its sides are quiet. */
  #grantWishes(): void {
    for (const key of this.#put) {
      const entry = this.store.byKey(key);
      if (entry === null || entry.level.setRequest === null) continue;
      const step = applySet(entry.level);
      if (step.cell === entry.level) continue;
      this.store.put(key, step.cell);
      for (const fact of step.facts) this.line(key, fact);
    }
  }

  /** I1, looked at in every turn: a break is a bug of ours and must be heard of at once. */
  #mustConserve(key: number): void {
    const cell = this.store.byKey(key)?.level;
    if (cell !== undefined && breaksConservation(cell))
      this.#account.alert(`units were lost or invented: variant ${key} breaks conservation`);
  }

  /** End of a turn: plan what goes out, store every changed cell once, and name the unfinished ones in the journal. */
  #finish(): void {
    this.#grantWishes();
    for (const source of SOURCES) {
      for (const key of this.#put) this.#lanes[source].touch(key);
    }
    for (const source of SOURCES) this.#lanes[source].plan();
    for (const key of this.#put) this.#mustConserve(key);
    this.lag.look(this.#put, (key) => this.store.byKey(key)?.level ?? null, this.#account.now());
    const put = [...this.#put];
    this.#put.clear();
    const changed = this.store.save((cell) => {
      this.journal.note(cell);
    });
    this.journal.unfinished(put.filter((key) => this.#unfinished(key)));
    this.journal.commit(this.#account.now());
    if (changed.length > 0) this.#account.changed(changed);
  }

  #unfinished(key: number): boolean {
    const entry = this.store.byKey(key);
    return entry !== null && !atRest(entry.level);
  }
}
