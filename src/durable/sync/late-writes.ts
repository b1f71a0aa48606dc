import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import type { LevelEntry } from '../../domain/sync/engine/context';
import type { IncomingAnswer, OutgoingRequest } from '../../domain/sync/engine/effects';
import { QUARANTINE_MS } from '../../domain/sync/limits';
import type { Meta } from '../store/meta';

const NAME = 'late-writes';

const nameOf = (source: Source, stockId: string | null): string => `${source}:${stockId}`;

/** Until when a write of an ended epoch may still take effect, by platform and stock ID. */
type Times = Readonly<Record<string, Instant>>;

/**
 * Remembers which stock IDs had a write in flight when their epoch ended. Nobody waits for its answer, and it may take effect after the next
 * epoch's first read, where it would pass for a sale: such a side is read only once no attempt can be on its way any more.
 */
export class LateWrites {
  readonly #meta: Meta;
  readonly #now: () => Instant;
  #times: Times | null = null;

  constructor(meta: Meta, now: () => Instant) {
    this.#meta = meta;
    this.#now = now;
  }

  /** Remembers the writes in flight of levels whose epoch ends now. */
  keep(entries: readonly LevelEntry[]): void {
    const now = this.#now();
    const open = entries.flatMap(({ stock, level }) =>
      SOURCES.filter((source) => level[source].inFlight !== null && !level[source].indeterminate).map((source): [string, Instant] => [
        nameOf(source, stock[source]),
        now + QUARANTINE_MS,
      ]),
    );
    const before = Object.entries(this.#all());
    if (before.length + open.length > 0) this.#store(Object.fromEntries<Instant>([...before.filter(([, until]) => until > now), ...open]));
  }

  /** Forgets the writes of a request that has taken effect, whatever its epoch: what is read from now on shows them. */
  answered(request: OutgoingRequest, answer: IncomingAnswer): void {
    // An answer comes to the instance that sent the request, which also ended the epoch.
    if (this.#times === null) return;
    if (request.kind !== 'write' || answer.kind !== 'write' || answer.answer.kind !== 'applied') return;
    const landed = new Set(request.request.changes.map(({ stockId }) => nameOf(request.source, stockId)));
    const before = Object.entries(this.#times);
    const left = before.filter(([name]) => !landed.has(name));
    if (left.length < before.length) this.#store(Object.fromEntries(left));
  }

  /** Returns until when, by our clock, a write of an ended epoch may change this quantity; 0 when none may. */
  until(source: Source, stockId: string | null): Instant {
    const until = this.#all()[nameOf(source, stockId)] ?? 0;
    return until > this.#now() ? until : 0;
  }

  #store(times: Times): void {
    this.#times = times;
    if (Object.keys(times).length === 0) this.#meta.remove(NAME);
    else this.#meta.write(NAME, times);
  }

  #all(): Times {
    this.#times ??= this.#meta.read<Times>(NAME) ?? {};
    return this.#times;
  }
}
