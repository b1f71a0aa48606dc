import { WRITERS_SPAN_MS, writerKey, type OtherWriter } from '../../domain/account/other-writers';
import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { NamedApp } from '../../domain/writers/logged-change';
import { describeFailure } from '../../platforms/failure';
import { readWriters } from '../../platforms/square/writers';
import type { OtherWritersView } from '../api/writers-api';
import type { Meta } from '../store/meta';
import type { Calls } from './calls';
import type { Host } from './host';

/** How often Square's log is read, in ms. */
const EVERY_MS = 7 * 86_400_000;
/** How soon after a failure, in ms. */
const AGAIN_MS = 6 * 3_600_000;
/** How soon a page may ask again after a failure, in ms. */
const PAGE_AGAIN_MS = 60_000;
/** The most applications that the merchant's answers are kept for. */
const MOST_ACKNOWLEDGED = 200;

/** Where the applications are stored. */
const NAME = 'writers';

/** What `OtherWriters` needs from its account. */
export interface WritersHost {
  readonly meta: Meta;
  readonly calls: Calls;
  /** Our application's id at Square. */
  readonly applicationId: string;
  now(): Instant;
  /** Returns the paired location's ID at Square; '' when there is no pair. */
  locationId(): string;
  /** Whether Square may be asked about stock now. */
  mayAsk(): boolean;
  /** Sets the alarm for this time or sooner. */
  wake(at: Instant): void;
  /** Makes pages that show this account reload. */
  changed(): void;
  note(message: string): void;
}

interface Stored {
  readonly locationId: string;
  readonly triedAt: Instant;
  /** Time of the last reading; 0 before the first. */
  readonly readAt: Instant;
  readonly isComplete: boolean;
  readonly writers: readonly OtherWriter[];
  /** The applications that the merchant knows of. */
  readonly acknowledged: readonly string[];
}

/**
 * Who else changes this seller's stock: the applications in Square's log of the last 30 days, read when a pair is made, once a week, and when one of them is seen first. A second
 * synchronizer counts every sale twice, so the merchant hears of it before that costs stock.
 */
export class OtherWriters {
  readonly #host: WritersHost;
  #reading: Promise<void> | null = null;
  /** What is stored: asked for at every alarm. */
  #last: Stored | null | undefined;
  /** Applications that were seen and are not listed: those for which the log is read before its week is over. */
  readonly #seen = new Set<string>();
  #isDue = false;

  constructor(host: WritersHost) {
    this.#host = host;
  }

  /** Returns what is known; reads it first if nothing is. */
  async view(): Promise<OtherWritersView> {
    const { triedAt, readAt } = this.#stored();
    if (readAt === 0 && this.#host.mayAsk() && this.#host.now() - triedAt >= PAGE_AGAIN_MS) await this.read();
    return this.known();
  }

  /** Returns what is known, without asking Square. */
  known(): OtherWritersView {
    const { readAt, isComplete, writers, acknowledged } = this.#stored();
    const known = new Set(acknowledged);
    return {
      readAt: readAt === 0 ? null : readAt,
      since: readAt === 0 ? null : readAt - WRITERS_SPAN_MS,
      isComplete,
      writers: writers.map((writer) => ({ ...writer, isNew: !known.has(writerKey(writer)) })),
    };
  }

  /** Returns when to read next; null while Square cannot be asked. */
  dueAt(): Instant | null {
    if (!this.#host.mayAsk()) return null;
    const { readAt, triedAt } = this.#stored();
    if (this.#isDue) return triedAt > readAt ? triedAt + AGAIN_MS : 0;
    return Math.max(readAt === 0 ? 0 : readAt + EVERY_MS, triedAt > readAt ? triedAt + AGAIN_MS : 0);
  }

  /**
   * Notes applications that Square's log names: it is read at once if one is not listed, so that the merchant hears of an app on the day on which it
   * begins. Each is looked for once.
   */
  seen(apps: readonly NamedApp[]): void {
    const known = new Set(this.#stored().writers.map(writerKey));
    const fresh = apps.map(writerKey).filter((key) => key !== '' && !known.has(key) && !this.#seen.has(key));
    if (fresh.length === 0 || this.#seen.size >= MOST_ACKNOWLEDGED) return;
    for (const key of fresh) this.#seen.add(key);
    this.#isDue = true;
    this.#host.wake(this.#host.now());
  }

  /** Reads Square's log; one reading at a time. A failure keeps what was known. */
  async read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #read(): Promise<void> {
    const { applicationId, calls } = this.#host;
    const now = this.#host.now();
    const locationId = this.#host.locationId();
    // What is seen while this is being read may be later than the answer.
    const wasDue = this.#isDue;
    this.#isDue = false;
    const found = await calls.square((client) => readWriters(client, { locationId, since: now - WRITERS_SPAN_MS, now, applicationId }));
    // Another pair was made meanwhile: the answer says nothing about it.
    if (this.#host.locationId() !== locationId) return;
    const stored = this.#stored();
    if (!found.ok) {
      this.#isDue ||= wasDue;
      this.#host.note(`other writers: ${describeFailure(found.error)}`);
      this.#store({ ...stored, triedAt: now });
      return;
    }
    const { writers, isComplete } = found.value;
    this.#store({ ...stored, triedAt: now, readAt: now, isComplete, writers });
    this.#host.changed();
  }

  /** Notes that the merchant knows of these applications; null means all that are known now. */
  acknowledge(keys: readonly string[] | null): void {
    const stored = this.#stored();
    const known = new Set(stored.writers.map(writerKey));
    const fresh = keys === null ? [...known] : keys.filter((key) => known.has(key));
    const acknowledged = [...new Set([...stored.acknowledged, ...fresh])].slice(-MOST_ACKNOWLEDGED);
    this.#store({ ...stored, acknowledged });
    this.#host.changed();
  }

  /** Deletes what is known: another seller is connected. */
  forget(): void {
    this.#host.meta.remove(NAME);
    this.#last = null;
    this.#seen.clear();
    this.#isDue = false;
  }

  /** Returns what is stored for the present location; what the merchant knows of holds for all of the seller's. */
  #stored(): Stored {
    if (this.#last === undefined) this.#last = this.#host.meta.read<Stored>(NAME);
    const locationId = this.#host.locationId();
    if (this.#last?.locationId === locationId) return this.#last;
    return { locationId, triedAt: 0, readAt: 0, isComplete: true, writers: [], acknowledged: this.#last?.acknowledged ?? [] };
  }

  #store(stored: Stored): void {
    this.#host.meta.write(NAME, stored);
    this.#last = stored;
  }
}

/** The parts of an account that `OtherWriters` works with. */
interface WritersAccount {
  readonly host: Host;
  readonly meta: Meta;
  readonly calls: Calls;
  changed(): void;
  locationId(source: Source): string;
  mayAct(source: Source): boolean;
}

/** Creates the `OtherWriters` of an account. */
export function openOtherWriters(account: WritersAccount): OtherWriters {
  const { host, meta, calls } = account;
  return new OtherWriters({
    meta,
    calls,
    applicationId: host.config.square.clientId,
    now: () => host.now(),
    locationId: () => account.locationId('square'),
    mayAsk: () => account.mayAct('square'),
    changed: () => {
      account.changed();
    },
    wake: (at) => {
      host.wake(at);
    },
    note: (message) => {
      host.note(message, 'info');
    },
  });
}
