import { writerKey } from '../../domain/account/other-writers';
import type { Instant } from '../../domain/instant';
import type { LedgerChange, LoggedChange, NamedApp } from '../../domain/writers/logged-change';
import { judgeNamed, mayBeNamed, onlyApp, type NamedInput, type NamedJudgement } from '../../domain/writers/named';
import { describeFailure } from '../../platforms/failure';
import { CHANGES_PER_READ } from '../../platforms/square/changes';
import { readLoggedChanges } from '../../platforms/square/logged-changes';
import type { Calls } from '../account/calls';
import type { Journal } from '../sync/journal';
import { pairId, type StockPair } from '../sync/stock-pair';
import { shopifyChanges } from './ledger';

/** How often Square's log is read at most, in ms, for all variants together. */
const EVERY_MS = 60_000;
/** How far back the log is read, in ms. */
const SPAN_MS = 86_400_000;
/** When the log of a case without a name is read again, in ms: it may lag behind Square's counts by two minutes. */
const AGAIN_MS = [120_000, 600_000];
/** How long a variant whose log was read is left alone, in ms, unless it has become a case: longer where no other app appears in it. */
const QUIET_MS = { others: 120_000, none: 600_000 } as const;
/** How often, and after which time, in ms, the log is read again because of an app that may copy, whether anything else looks copied or not. */
const LOOK_AGAIN = { times: 5, afterMs: 120_000 } as const;
/** Lines of the journal that are searched. */
const MOST_LINES = 5_000;
/** The most variants that wait, and that are remembered as read. */
const MOST_WAITING = 2_000;

/** What `NameCheck` needs from its account. */
export interface NameCheckHost {
  readonly calls: Calls;
  readonly journal: Journal;
  /** Our application's id at Square. */
  readonly applicationId: string;
  now(): Instant;
  /** Returns the paired location's ID at Square; '' when there is no pair. */
  locationId(): string;
  /** Whether Square may be asked about stock now. */
  mayAsk(): boolean;
  /** The `writerKey` of each application that the merchant trusts. */
  trusted(): ReadonlySet<string>;
  /** Whether a variant has a case of which the log may tell more. */
  isUndecided(stock: StockPair): boolean;
  /** Returns when the merchant set a variant's number because of another app; 0 when not lately. What came before says nothing about now. */
  settledAt(stock: StockPair): Instant;
  /** Called with the app that copies a variant's changes. */
  named(stock: StockPair, judgement: NamedJudgement): void;
  /** Called with the app that is probably the one: no other changed the variant. */
  isProbably(stock: StockPair, app: NamedApp): void;
  /** Called with the applications that Square's log names, whatever they did. */
  seen(apps: readonly NamedApp[]): void;
  /** Called when the app that copies a variant's changes is one that the merchant trusts. */
  isTrusted(stock: StockPair): void;
  note(message: string): void;
}

interface Waiting {
  readonly stock: StockPair;
  /** When it may be read. */
  readonly from: Instant;
  /** How often it was read without a name. */
  readonly times: number;
}

/**
 * Asks Square's log which app changes variants: only those whose changes look copied, in one call a minute at most, outside every write's way.
 * Those that another application has changed are read as well. In memory only: after a restart, the next such changes make it ask again.
 */
export class NameCheck {
  readonly #host: NameCheckHost;
  readonly #waiting = new Map<string, Waiting>();
  /** Until when variants are left alone. */
  readonly #quiet = new Map<string, Instant>();
  #askedAt: Instant = 0;

  constructor(host: NameCheckHost) {
    this.#host = host;
  }

  /** Asks for a variant: its changes may be copied. `isCase`: even if its log was read a moment ago. Returns whether it will be read for this. */
  want(stock: StockPair, isCase: boolean): boolean {
    const id = pairId(stock);
    const now = this.#host.now();
    if (this.#waiting.has(id) || this.#waiting.size >= MOST_WAITING) return false;
    if (!isCase && (this.#quiet.get(id) ?? 0) > now) return false;
    this.#waiting.set(id, { stock, from: now, times: 0 });
    return true;
  }

  /** Returns when to ask; null while nothing waits, or Square cannot be asked. */
  dueAt(): Instant | null {
    if (this.#waiting.size === 0 || !this.#host.mayAsk()) return null;
    const first = Math.min(...[...this.#waiting.values()].map(({ from }) => from));
    return Math.max(first, this.#askedAt + EVERY_MS);
  }

  /** Forgets what waits: other locations are paired. */
  clear(): void {
    this.#waiting.clear();
    this.#quiet.clear();
  }

  /** Reads the log of the variants that are due, and judges each. */
  async check(): Promise<void> {
    const { calls, applicationId } = this.#host;
    const now = this.#host.now();
    const due = [...this.#waiting.values()].filter(({ from }) => from <= now).slice(0, CHANGES_PER_READ);
    if (due.length === 0) return;
    this.#askedAt = now;
    const locationId = this.#host.locationId();
    const since = now - SPAN_MS;
    const wanted = { stockIds: due.map(({ stock }) => stock.square), locationId, since, applicationId };
    const read = await calls.square((client) => readLoggedChanges(client, wanted));
    // Another pair was made meanwhile: the answer says nothing about it.
    if (this.#host.locationId() !== locationId) return;
    if (!read.ok) {
      this.#host.note(`another writer's name: ${describeFailure(read.error)}`);
      return;
    }
    this.#host.seen([...read.value.byStock.values()].flatMap((log) => log.flatMap(({ app }) => app ?? [])));
    const lines = this.#host.journal.linesSince(since, MOST_LINES);
    for (const one of due) {
      this.#waiting.delete(pairId(one.stock));
      this.#judge(one, shopifyChanges(lines, one.stock), read.value.byStock.get(one.stock.square) ?? []);
    }
  }

  #judge({ stock, times }: Waiting, allChanges: readonly LedgerChange[], wholeLog: readonly LoggedChange[]): void {
    const now = this.#host.now();
    const settledAt = this.#host.settledAt(stock);
    const changes = allChanges.filter(({ at }) => at > settledAt);
    const log = wholeLog.filter(({ created }) => created > settledAt);
    const trusted = this.#host.trusted();
    const id = pairId(stock);
    const input: NamedInput = { changes, log, now, trusted };
    const judgement = judgeNamed(input);
    if (judgement !== null) {
      this.#host.named(stock, judgement);
    } else if (this.#host.isUndecided(stock)) {
      if (trusted.size > 0 && judgeNamed({ ...input, trusted: new Set() })?.state === 'held') {
        this.#host.isTrusted(stock);
        return;
      }
      const app = onlyApp(log, trusted);
      if (app !== null) this.#host.isProbably(stock, app);
      const again = AGAIN_MS[times];
      if (again !== undefined) this.#waiting.set(id, { stock, from: now + again, times: times + 1 });
    } else if (times < LOOK_AGAIN.times && mayBeNamed(input)) {
      this.#waiting.set(id, { stock, from: now + LOOK_AGAIN.afterMs, times: times + 1 });
    }
    this.#quiet.delete(id);
    this.#quiet.set(id, now + (log.some(({ app }) => app !== null && !trusted.has(writerKey(app))) ? QUIET_MS.others : QUIET_MS.none));
    for (const [oldest, until] of this.#quiet) {
      if (until > now && this.#quiet.size <= MOST_WAITING) break;
      this.#quiet.delete(oldest);
    }
  }
}
