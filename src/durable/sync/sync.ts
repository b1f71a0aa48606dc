import type { HistoryFact, ObservationCause } from '../../domain/history/fact';
import type { LevelReport, UnstatedLevel } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import { isUnlinkedYet } from '../../domain/sync/early-levels';
import type { LevelEntry } from '../../domain/sync/engine/context';
import type { Effects, OutgoingRequest } from '../../domain/sync/engine/effects';
import { Engine } from '../../domain/sync/engine/engine';
import { CHANGES_PER_REQUEST } from '../../domain/sync/limits';
import { atRest, type LinkedLevel } from '../../domain/sync/linked-level';
import { loadLevel } from '../../domain/sync/stored-level';
import type { Database } from '../store/database';
import { openMeta } from '../store/meta';
import { DetachedOps } from './detached-ops';
import { EarlyLevelStore } from './early-level-store';
import { WebhookWatch } from './hearing-watch';
import { Journal } from './journal';
import { LagWatch } from './lag-watch';
import { LevelStore } from './level-store';
import { originatorOf } from './line';
import { askPort, type StockPort } from './stock-port';
import type { SyncAccount } from './sync-account';
import { Waiters } from './waiters';

/** How long lines and receipts wait for the alarm that delivers them, in ms: longer costs fewer rows, and evidence alone. */
const GATHER_MS = 30_000;

/**
 * The sync of one account: the engine with its rows, its journal and its platforms. Everything is changed in turns. A turn is
 * synchronous; all that it changes is stored in one transaction, and requests that it planned go out only afterwards.
 */
export class Sync {
  readonly store: LevelStore;
  readonly engine: Engine;
  readonly journal: Journal;
  readonly lag: LagWatch;
  readonly detached: DetachedOps;
  readonly hearing: WebhookWatch;
  /** What was stated of variants before they were linked. */
  readonly early: EarlyLevelStore;
  /** Those who wait for what a turn brings about. */
  readonly waiters = new Waiters();
  readonly #db: Database;
  readonly #account: SyncAccount;
  readonly #ports: Readonly<Record<Source, StockPort>>;
  #depth = 0;

  constructor(db: Database, ports: Readonly<Record<Source, StockPort>>, account: SyncAccount) {
    this.#db = db;
    this.#account = account;
    this.#ports = ports;
    this.store = new LevelStore(db);
    this.engine = new Engine(this.store, {
      rules: () => account.rules(),
      connected: (source) => account.connected(source),
      locationId: (source) => account.locationId(source),
      epoch: () => account.epoch(),
      now: () => account.now(),
      uuid: () => account.uuid(),
      random: () => account.random(),
      backoff: account.backoff,
      batch: CHANGES_PER_REQUEST,
    });
    this.journal = new Journal(db);
    this.detached = new DetachedOps(openMeta(db));
    this.early = new EarlyLevelStore(db, () => account.now());
    this.lag = new LagWatch(this.journal.lag());
    this.hearing = new WebhookWatch(this.journal.hearing() ?? null);
  }

  /** Takes up what a previous instance left: writes are sent again with the same key, what is pending is sent. */
  start(): void {
    this.turn(() => {
      const keys = this.journal.unsettled();
      for (const key of keys) this.#restore(key);
      this.detached.keepOnly(new Set(keys.flatMap((key) => this.#opKeys(key))));
      this.engine.recover(keys, this.detached.all());
    });
  }

  #opKeys(key: number): string[] {
    const level = this.store.byKey(key)?.level;
    return SOURCES.flatMap((source) => level?.[source].inFlight?.key ?? []);
  }

  /** A level that a previous instance noted in the journal only. What it had in flight under another epoch is void, and its row is newer. */
  #restore(key: number): void {
    const noted = this.journal.notedOf(key);
    if (noted === null) return;
    const { shopify, square } = loadLevel(noted);
    const current = [shopify.inFlight, square.inFlight].every((op) => op === null || op.epoch === this.#account.epoch());
    if (current) this.store.restore(key, noted);
  }

  /** Writes the rows of levels that stand in the journal only: for code that reads or writes rows without the store. */
  writeRows(): void {
    this.turn(() => {
      this.store.catchUp();
      const changed = this.store.save();
      if (changed.length > 0) this.#account.changed(changed);
    });
  }

  /** Writes where recovery starts from now on, and drops days that lie more than `keptDays` back. */
  checkpoint(keptDays: number): void {
    this.turn(() => {
      this.writeRows();
      const now = this.#account.now();
      this.journal.checkpoint(now, this.store.open(), { lag: this.lag.hours(), hearing: this.hearing.stored(now) });
      this.journal.dropOld(now, keptDays);
    });
  }

  /** Runs `work` as one turn, or as part of the turn that is running. Must not await. */
  turn<T>(work: () => T): T {
    if (this.#depth > 0) return work();
    this.#depth += 1;
    let done: { readonly value: T; readonly effects: Effects };
    try {
      done = this.#db.transaction(() => {
        const value = work();
        const effects = this.engine.finish();
        this.#keep(effects);
        return { value, effects };
      });
    } catch (error) {
      this.#account.abort('a turn could not be stored');
      throw error;
    } finally {
      this.#depth -= 1;
    }
    this.waiters.look();
    this.#carryOut(done.effects);
    return done.value;
  }

  /** Accounts levels that a platform states. Returns the stock ids that no variant is known for, and how many changes they reported. */
  levels(source: Source, reports: readonly LevelReport[], via: ObservationCause): { unknown: string[]; changes: number } {
    return this.turn(() => {
      const unknown: string[] = [];
      let changes = 0;
      if (via === 'webhook') this.hearing.heard(source, reports, this.#account.now());
      for (const report of reports) {
        if (report.locationId !== this.#account.locationId(source)) continue;
        const entry = this.store.byStock(source, report.stockId);
        if (entry === null || isUnlinkedYet(entry)) this.early.note(source, report.stockId, report, entry?.level[source] ?? null);
        if (entry === null) unknown.push(report.stockId);
        else changes += this.engine.observe(entry, source, report, via);
      }
      return { unknown, changes };
    });
  }

  /**
   * Has levels read that a platform named without stating them. Returns the stock ids whose variants are not linked, or not known:
   * those are the catalog's to read.
   */
  readUnstated(source: Source, named: readonly UnstatedLevel[]): string[] {
    return this.turn(() => {
      this.hearing.heard(source, named, this.#account.now());
      const here = named.filter(({ locationId }) => locationId === null || locationId === this.#account.locationId(source));
      const others = here.filter(({ stockId }) => !this.engine.readAgain(this.store.byStock(source, stockId), source));
      return others.map(({ stockId }) => stockId);
    });
  }

  /** Gives a variant its next level; part of a turn. */
  put(key: number, level: LinkedLevel): void {
    this.engine.levels.put(key, level);
  }

  /** Adds a ledger line for a variant; part of a turn. */
  line(key: number, fact: HistoryFact): void {
    this.engine.line(key, fact);
  }

  /** Sends what has come due, and what can be sent again now that something outside has changed. */
  resume(): void {
    this.turn(() => {
      this.engine.resume(this.store.open());
    });
  }

  /** The connections or the pair are others now: nothing of before is sent again, nothing is pending any more. */
  endEpoch(): void {
    this.turn(() => {
      this.#nameDropped('epoch-ended');
      this.#forgetEpoch();
    });
  }

  #forgetEpoch(): void {
    this.turn(() => {
      this.writeRows();
      this.journal.voidNotes();
      this.hearing.forget();
      this.store.forgetAll();
      this.early.clear();
      this.#db.run('update variant set cell = null, apart = null where cell is not null');
      this.engine.clear();
    });
  }

  /** A new epoch of the same connections and pair: nothing of before is pending, and what a lost write has left is read. */
  restart(): void {
    this.turn(() => {
      const open = this.store.open().flatMap((key) => this.store.byKey(key) ?? []);
      this.#nameDropped('lapsed');
      this.#forgetEpoch();
      this.engine.startAgain(open);
    });
  }

  /** Says of every change that is still to be sent that it will not be. */
  #nameDropped(why: 'epoch-ended' | 'lapsed'): void {
    for (const key of this.store.open()) {
      const level = this.store.byKey(key)?.level;
      if (level === undefined) continue;
      for (const side of SOURCES) {
        const { pending, held, inFlight } = level[side];
        const uncertain = inFlight?.delta ?? 0;
        const amount = pending + held + uncertain;
        if (amount !== 0 || uncertain !== 0) this.line(key, { kind: 'dropped', side, amount, uncertain, why });
      }
    }
  }

  /** When the engine has something to do although nothing is heard, `standByMs` from now while a request is on the wire; null when it has not. */
  nextAt(standByMs: number): Instant | null {
    return this.engine.nextAt(standByMs);
  }

  /** Both sides of a linked variant, or the one it has. */
  sidesOf(entry: LevelEntry): Source[] {
    return SOURCES.filter((source) => entry.stock[source] !== null);
  }

  /** Stores what a turn brought about: every changed level once, its lines, and the unfinished levels by name. */
  #keep({ put, lines, lags }: Effects): void {
    const now = this.#account.now();
    for (const lag of lags) this.lag.arrived(lag, now);
    for (const { key, sku, fact } of lines) {
      const side: Source = 'side' in fact ? fact.side : 'shopify';
      this.hearing.changed(fact, this.store.byKey(key)?.stock[side] ?? null, this.#account.webhooksSince(side), now);
      this.journal.line({ at: now, originator: originatorOf(fact), location: this.#account.locationName(side), sku, fact });
    }
    const changed = this.store.save((level) => {
      this.journal.note(level);
    });
    this.journal.unfinished([...put].filter((key) => this.#unfinished(key)));
    this.journal.commit(now);
    if (changed.length > 0) this.#account.changed(changed);
  }

  /** What follows once a turn is stored. */
  #carryOut({ requests, wakeAt, reached, outdated, alerts, ended }: Effects): void {
    for (const { source, reachable } of reached) this.#account.reached(source, reachable);
    for (const message of alerts) this.#account.alert(message);
    for (const { source, stockId } of outdated) this.#account.outdated(source, stockId);
    for (const request of requests) this.#account.background(this.#send(request));
    if (wakeAt !== null) this.#account.wake(wakeAt);
    if (this.journal.waiting()) this.#account.wake(this.#account.now() + GATHER_MS);
    if (ended.length > 0) this.#account.background(this.#endLinks(ended));
  }

  /** Sends a request and hands its answer to the engine. */
  async #send(request: OutgoingRequest): Promise<void> {
    const answer = await askPort(this.#ports[request.source], request, (message) => {
      this.#account.alert(message);
    });
    this.turn(() => {
      this.hearing.answered(request.source, answer, this.#account.webhooksSince(request.source), this.#account.now());
      this.engine.answered(request.id, answer);
    });
  }

  /** Lets the catalog split links that may end now. After the present call, since it may be the catalog that asked. */
  async #endLinks(keys: readonly number[]): Promise<void> {
    await Promise.resolve();
    this.turn(() => {
      const due = this.#account.linkSettled(keys);
      for (const key of keys) if (!due.includes(key)) this.engine.keep(key);
    });
  }

  #unfinished(key: number): boolean {
    const entry = this.store.byKey(key);
    return entry !== null && !atRest(entry.level);
  }
}
