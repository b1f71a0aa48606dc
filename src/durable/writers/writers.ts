import { writerKey } from '../../domain/account/other-writers';
import type { KnownRow } from '../../domain/catalog/joined';
import { sharedChange } from '../../domain/history/oversell';
import type { Instant } from '../../domain/instant';
import type { Quantity } from '../../domain/quantity';
import type { Source } from '../../domain/source';
import type { LevelEntry, WriterCases } from '../../domain/sync/engine/context';
import type { PastChange } from '../../domain/writers/change-rates';
import type { NamedJudgement } from '../../domain/writers/named';
import { Resemblances } from '../../domain/writers/resemblance';
import type { WriterVerdict } from '../../domain/writers/verdict';
import {
  holdsTogether,
  isListed,
  isSameApp,
  lastAt,
  resolvedAs,
  settledAt,
  withName,
  withVerdict,
  type WriterAction,
  type WriterCase,
} from '../../domain/writers/writer-case';
import type { Database } from '../store/database';
import type { Meta } from '../store/meta';
import type { NumberedLine } from '../sync/line';
import { pairId, pairOf, type StockPair } from '../sync/stock-pair';
import { NameCheck, type NameCheckHost } from './name-check';
import { PastChanges } from './past-changes';
import { WriterStore, type StoredCase } from './writer-store';

/** How long a case that holds nothing is kept after its last change, in ms; as long as the journal. */
const KEPT_MS = 30 * 86_400_000;
/** How long a case that the merchant settled is kept, in ms: so long the same request may be repeated. */
const SETTLED_MS = 86_400_000;
/** How often cases are compared with their links where no line says that they ended, in ms. */
const TIDY_MS = 3_600_000;
/** Delay until the alarm reports a case, and asks Square's log, in ms. */
const REPORT_SOON_MS = 1_000;
/** The most applications that the merchant's trust is kept for. */
const MOST_TRUSTED = 200;

/** Where the trusted applications, and the hold of the whole account, are stored. */
const TRUSTED = 'trusted_writers';
const HOLD = 'writer_hold';

/** Whether the whole account is on hold, and since when holds count for that: the merchant's last decision. */
interface Hold {
  readonly all: boolean;
  readonly from: Instant;
}

/** What `Writers` needs from its account. */
export interface WritersHost extends Omit<NameCheckHost, 'trusted' | 'isUndecided' | 'settledAt' | 'named' | 'isProbably' | 'isTrusted'> {
  readonly db: Database;
  readonly meta: Meta;
  /** Returns the level of a stock ID, and of a row, as it is after the turn that wrote the lines. */
  level(source: Source, stockId: string): LevelEntry | null;
  entry(key: number): LevelEntry | null;
  /** Returns the catalog's row of a stock ID. */
  row(source: Source, stockId: string): KnownRow | null;
  turn<T>(work: () => T): T;
  /** Sends what waited, after the turn that is running. */
  resume(): void;
  wake(at: Instant): void;
  /** Makes pages that show this account reload. */
  changed(): void;
}

/**
 * Variants whose stock another app changes as well: what the engine and Square's log have found out, which of them are on hold, and what the
 * merchant decided. A case is stored in the transaction of the turn that found it. While there is none, it reads and writes nothing.
 */
export class Writers implements WriterCases {
  readonly store: WriterStore;
  readonly names: NameCheck;
  readonly #host: WritersHost;
  readonly #resemblances = new Resemblances();
  readonly #past: PastChanges;
  #hold: Hold | null = null;
  #tidiedAt: Instant = 0;

  constructor(host: WritersHost) {
    this.#host = host;
    this.store = new WriterStore(host.db);
    this.#past = new PastChanges(host.journal);
    this.names = new NameCheck({
      ...host,
      trusted: () => new Set(this.#trusted()),
      isUndecided: (stock) => this.#isUndecided(stock),
      settledAt: (stock) => settledAt(this.store.size() === 0 ? null : this.store.of(stock)),
      named: (stock, judgement) => {
        this.#named(stock, judgement);
      },
      isProbably: (stock, app) => {
        this.#host.turn(() => {
          const known = this.store.of(stock);
          if (known?.state === 'held' && known.app === null) this.#put(stock, known.sku, known, { ...known, app });
        });
      },
      isTrusted: (stock) => {
        this.#trust(stock);
      },
    });
  }

  isHeld(entry: LevelEntry): boolean {
    return this.holds(pairOf(entry));
  }

  /** Returns whether nothing is written to the variant with these stock IDs. */
  holds(stock: StockPair): boolean {
    return this.store.size() > 0 && this.store.of(stock)?.state === 'held';
  }

  isTrusted(entry: LevelEntry): boolean {
    return this.store.size() > 0 && this.store.of(pairOf(entry))?.state === 'trusted';
  }

  history(entry: LevelEntry, since: Instant): readonly PastChange[] {
    return this.#past.of(pairOf(entry), since);
  }

  /** Returns the rows of the variants that are on hold. */
  heldKeys(): number[] {
    const held = this.store.all().filter(({ state }) => state === 'held');
    return held.flatMap(({ stock }) => this.#linked(stock)?.key ?? []);
  }

  /** Returns whether the whole account's writes are on hold: another app was proven to copy several variants within an hour. */
  holdsAll(): boolean {
    return this.store.size() > 0 && this.#held().all;
  }

  /** Stores what the engine has found out; part of the turn that found it. A failure concerns the cases alone, never the turn. */
  judged(verdicts: readonly WriterVerdict[]): void {
    if (verdicts.length === 0) return;
    this.#attempt('verdicts could not be stored', () => {
      for (const verdict of verdicts) {
        const entry = this.#host.entry(verdict.key);
        if (entry?.linked !== true) continue;
        const stock = pairOf(entry);
        const known = this.store.of(stock);
        this.#put(stock, entry.sku, known, withVerdict(known, verdict, this.#host.now()));
        if (verdict.kind !== 'cleared') this.names.want(stock, true);
      }
    });
  }

  /** Looks at the lines that a turn has written: whether changes look copied, and whether links have ended. */
  noted(lines: readonly NumberedLine[]): void {
    this.#attempt('lines could not be looked at', () => {
      this.#past.noted(lines);
      for (const { seq, at, fact, stock } of lines) {
        const change = sharedChange(seq, at, fact);
        if (change === null) {
          if ((fact.kind === 'unlinked' || fact.kind === 'linked') && this.store.size() > 0) this.#dropUnlinked();
          continue;
        }
        const entry = stock === undefined ? null : this.#host.level(change.source, stock);
        if (entry?.linked !== true) continue;
        const pair = pairOf(entry);
        if (this.#resemblances.changed(pairId(pair), change.source, change.delta, at)) this.names.want(pair, this.#isUndecided(pair));
      }
    });
  }

  /** Ends a case as the merchant decided; part of a turn. What waited is sent after it. */
  resolve(one: StoredCase, action: WriterAction, quantity: Quantity | null): void {
    const now = this.#host.now();
    const same = action === 'trust' ? this.store.all().filter((other) => isSameApp(one, other)) : [];
    for (const each of [one, ...same]) this.store.put({ ...each, ...resolvedAs(each, action, quantity, now) });
    if (action === 'trust' && one.app !== null) {
      const known = this.#trusted();
      this.#host.meta.write(TRUSTED, [...new Set([...known, writerKey(one.app)])].slice(-MOST_TRUSTED));
    }
    if (action !== 'dismiss') this.#setHold({ all: false, from: now });
    this.#followed();
  }

  /** Ends cases whose variants are no longer linked, and old ones that hold nothing. Hourly at most. */
  tidy(): void {
    const now = this.#host.now();
    if (now - this.#tidiedAt < TIDY_MS || this.store.size() === 0) return;
    this.#tidiedAt = now;
    this.#host.turn(() => {
      this.#dropUnlinked();
      for (const one of this.store.all()) {
        const keptMs = one.state === 'settled' ? SETTLED_MS : KEPT_MS;
        if (one.state !== 'held' && one.state !== 'trusted' && lastAt(one) < now - keptMs) this.store.remove(one.stock);
      }
    });
  }

  /** Ends all cases: other locations are paired. */
  clear(): void {
    if (this.store.size() > 0) {
      this.store.clear();
      this.#setHold({ all: false, from: 0 });
    }
    this.names.clear();
    this.#resemblances.clear();
    this.#past.clear();
  }

  /** Ends all cases, and what the merchant trusts: another seller is connected. */
  forget(): void {
    this.clear();
    this.#host.meta.remove(TRUSTED);
  }

  /** Returns whether a variant has a listed case of which Square's log may tell more: whose app is not known, or not proven. */
  #isUndecided(stock: StockPair): boolean {
    const known = this.store.size() === 0 ? null : this.store.of(stock);
    return known !== null && isListed(known) && (known.app === null || known.state !== 'held');
  }

  #named(stock: StockPair, judgement: NamedJudgement): void {
    this.#host.turn(() => {
      const entry = this.#linked(stock);
      if (entry === null) return;
      const known = this.store.of(stock);
      this.#put(stock, entry.sku, known, withName(known, judgement, this.#host.now()));
    });
  }

  /** Ends a case whose app the merchant has said to make real changes. */
  #trust(stock: StockPair): void {
    this.#host.turn(() => {
      const known = this.store.of(stock);
      if (known !== null) this.store.put({ ...known, ...resolvedAs(known, 'trust', null, this.#host.now()) });
      this.#followed();
    });
  }

  #put(stock: StockPair, sku: string, known: StoredCase | null, next: WriterCase | null): void {
    if (next === known) return;
    if (next === null) {
      this.store.remove(stock);
    } else {
      const row = known === null ? this.#host.row('shopify', stock.shopify) : null;
      const names = known ?? { sku, productName: row?.shopify?.productName ?? '', variantName: row?.shopify?.name ?? '' };
      const { productName, variantName } = names;
      this.store.put({ ...next, stock, sku: names.sku, productName, variantName });
    }
    this.#followed();
  }

  #dropUnlinked(): void {
    let isHeld = false;
    for (const one of this.store.all()) {
      if (this.#linked(one.stock) !== null) continue;
      isHeld ||= one.state === 'held';
      this.store.remove(one.stock);
    }
    if (isHeld) this.#followed();
  }

  /** Follows a change of the cases: whether the whole account is on hold, and everything that waits for it. */
  #followed(): void {
    const held = this.store.all().filter(({ state }) => state === 'held');
    const known = this.#held();
    const all = held.length > 0 && (known.all || holdsTogether(held, known.from));
    if (all !== known.all) this.#setHold({ ...known, all });
    this.#host.changed();
    this.#host.wake(this.#host.now() + REPORT_SOON_MS);
    this.#host.resume();
  }

  #held(): Hold {
    this.#hold ??= this.#host.meta.read<Hold>(HOLD) ?? { all: false, from: 0 };
    return this.#hold;
  }

  #setHold(hold: Hold): void {
    this.#host.meta.write(HOLD, hold);
    this.#hold = hold;
  }

  #trusted(): readonly string[] {
    return this.#host.meta.read<readonly string[]>(TRUSTED) ?? [];
  }

  /** Returns the level of a pair that is linked with each other; null otherwise. */
  #linked({ shopify, square }: StockPair): LevelEntry | null {
    const entry = this.#host.level('shopify', shopify);
    return entry?.linked === true && entry.stock.square === square ? entry : null;
  }

  #attempt(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.store.forget();
      this.#hold = null;
      this.#host.note(`writers: ${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
