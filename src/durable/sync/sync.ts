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
import { droppedFacts } from '../../domain/sync/restart';
import { loadLevel } from '../../domain/sync/stored-level';
import type { Database } from '../store/database';
import { openMeta } from '../store/meta';
import { DetachedOps } from './detached-ops';
import { EarlyLevelStore } from './early-level-store';
import { Journal } from './journal';
import { LagWatch } from './lag-watch';
import { LateWrites } from './late-writes';
import { LevelStore } from './level-store';
import { originatorOf } from './line';
import { askPort, type StockPort } from './stock-port';
import type { SyncAccount } from './sync-account';
import { Waiters } from './waiters';
import { WebhookWatch } from './webhook-watch';

/** How long lines and receipts wait for the alarm that delivers them, in ms: a longer delay costs fewer rows, and risks only evidence. */
const GATHER_MS = 30_000;

/**
 * The sync of one account: the engine with its rows, its journal and its platforms. Everything changes in turns. A turn is synchronous;
 * everything that it changes is stored in one transaction, and the requests that it planned are sent only afterward.
 */
export class Sync {
  readonly store: LevelStore;
  readonly engine: Engine;
  readonly journal: Journal;
  readonly lag: LagWatch;
  readonly detached: DetachedOps;
  readonly late: LateWrites;
  readonly hearing: WebhookWatch;
  /** Levels stated before their variants were linked. */
  readonly early: EarlyLevelStore;
  /** Callers that wait for the effect of a turn. */
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
      landsUntil: (source, stockId) => this.late.until(source, stockId),
      now: () => account.now(),
      uuid: () => account.uuid(),
      random: () => account.random(),
      backoff: account.backoff,
      batch: CHANGES_PER_REQUEST,
      ...(account.writers !== undefined && { writers: account.writers }),
    });
    this.journal = new Journal(db);
    this.detached = new DetachedOps(openMeta(db));
    this.late = new LateWrites(openMeta(db), () => account.now());
    this.early = new EarlyLevelStore(db, () => account.now());
    this.lag = new LagWatch(this.journal.lag());
    this.hearing = new WebhookWatch(this.journal.hearing() ?? null);
  }

  /** Resumes what a previous instance left: repeats writes with the same key, and sends what is pending. */
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

  /** Restores a level noted only in the journal by a previous instance. If its in-flight write is of another epoch, the row is newer. */
  #restore(key: number): void {
    const noted = this.journal.notedOf(key);
    if (noted === null) return;
    const { shopify, square } = loadLevel(noted);
    const current = [shopify.inFlight, square.inFlight].every((op) => op === null || op.epoch === this.#account.epoch());
    if (current) this.store.restore(key, noted);
  }

  /** Writes the rows of levels that are only in the journal: for code that reads or writes rows without the store. */
  writeRows(): void {
    this.turn(() => {
      this.store.catchUp();
      const changed = this.store.save();
      if (changed.length > 0) this.#account.changed(changed);
    });
  }

  /** Writes a checkpoint, from which recovery starts, and drops days older than `keptDays`. */
  checkpoint(keptDays: number): void {
    this.turn(() => {
      this.writeRows();
      const now = this.#account.now();
      this.journal.checkpoint(now, this.store.open(), { lag: this.lag.hours(), hearing: this.hearing.stored(now) });
      this.journal.dropOld(now, keptDays);
    });
  }

  /** Runs `work` as one turn, or as part of the turn that is running. `work` must not await. */
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

  /** Accounts levels that a platform states. Returns the stock IDs without a known variant, and the number of reported changes. */
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

  /** Reads levels named without a quantity. Returns the stock IDs of unlinked or unknown variants, which the catalog must read. */
  readUnstated(source: Source, named: readonly UnstatedLevel[]): string[] {
    return this.turn(() => {
      this.hearing.heard(source, named, this.#account.now());
      const here = named.filter(({ locationId }) => locationId === null || locationId === this.#account.locationId(source));
      const others = here.filter(({ stockId }) => !this.engine.readAgain(this.store.byStock(source, stockId), source));
      return others.map(({ stockId }) => stockId);
    });
  }

  /** Sets a variant's next level; part of a turn. */
  put(key: number, level: LinkedLevel): void {
    this.engine.levels.put(key, level);
  }

  /** Adds a history line for a variant; part of a turn. */
  line(key: number, fact: HistoryFact): void {
    this.engine.line(key, fact);
  }

  /** Sends what is due, and what can be sent again now that something outside has changed. */
  resume(): void {
    this.turn(() => {
      this.engine.resume(this.store.open());
    });
  }

  /** Ends the epoch after the connections or the pair changed: nothing from before is sent again or stays pending. */
  endEpoch(): void {
    this.turn(() => {
      this.#nameDropped('epoch-ended');
      this.late.keep(this.#openEntries());
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

  /** Starts a new epoch of the same connections and pair: nothing from before stays pending, and the results of lost writes are read. */
  restart(): void {
    this.turn(() => {
      this.writeRows();
      // Also what is at rest: a stock ID that was linked once must not pass for a new product's in its next link.
      const keys = new Set([...this.store.open(), ...this.store.withState()]);
      const entries = [...keys].flatMap((key) => this.store.byKey(key) ?? []);
      this.#nameDropped('lapsed');
      this.#forgetEpoch();
      this.engine.startAgain(entries);
    });
  }

  /** Records in the history each pending change that will not be sent. */
  #nameDropped(why: 'epoch-ended' | 'lapsed'): void {
    for (const { key, level } of this.#openEntries()) for (const fact of droppedFacts(level, why)) this.line(key, fact);
  }

  #openEntries(): LevelEntry[] {
    return this.store.open().flatMap((key) => this.store.byKey(key) ?? []);
  }

  /** Returns when the engine has work to do without an event, `standByMs` from now while a request is in flight; null when it has none. */
  nextAt(standByMs: number): Instant | null {
    return this.engine.nextAt(standByMs);
  }

  /** Returns both sides of a linked variant, or the one it has. */
  sidesOf(entry: LevelEntry): Source[] {
    return SOURCES.filter((source) => entry.stock[source] !== null);
  }

  /** Stores a turn's effects: every changed level once, its lines, and the names of unfinished levels. */
  #keep({ put, lines, lags, writers }: Effects): void {
    const now = this.#account.now();
    for (const lag of lags) this.lag.arrived(lag, now);
    for (const { key, sku, fact } of lines) {
      const side: Source = 'side' in fact ? fact.side : 'shopify';
      const stock = this.store.byKey(key)?.stock[side] ?? null;
      this.hearing.changed(fact, stock, this.#account.webhooksSince(side), now);
      const line = { at: now, originator: originatorOf(fact), location: this.#account.locationName(side), sku, fact };
      const isWanted = (fact.kind === 'change' || fact.kind === 'linked') && stock !== null;
      this.journal.line(isWanted ? { ...line, stock } : line);
    }
    const changed = this.store.save((level) => {
      this.journal.note(level);
    });
    this.journal.unfinished([...put].filter((key) => this.#unfinished(key)));
    this.journal.counted(this.store.takeCounted());
    this.#account.judged(writers);
    this.#account.noted(this.journal.commit(now));
    if (changed.length > 0) this.#account.changed(changed);
  }

  /** Carries out what follows once a turn is stored. */
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
      this.late.answered(request, answer);
      this.engine.answered(request.id, answer);
    });
  }

  /** Lets the catalog split links that may end now. Runs after the current call, because the catalog may be the caller. */
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
