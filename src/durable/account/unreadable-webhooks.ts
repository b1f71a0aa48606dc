import type { Instant } from '../../domain/instant';
import type { Meta } from '../store/meta';

/** How long a webhook that could not be read counts, in ms. */
const COUNTS_MS = 24 * 60 * 60_000;
/** Maximum count: each increment writes a row. */
const MOST = 1_000;

interface Tally {
  readonly since: Instant;
  readonly last: Instant;
  readonly count: number;
}

/** Counts recent webhooks that could not be read; operators are notified while there are any. */
export class UnreadableWebhooks {
  readonly #meta: Meta;
  #tally: Tally | null;

  constructor(meta: Meta) {
    this.#meta = meta;
    this.#tally = meta.read<Tally>('unreadable-webhooks');
  }

  /** Adds one now. */
  note(now: Instant): void {
    const before = this.count(now) === 0 ? null : this.#tally;
    if (before !== null && before.count >= MOST && now - before.last < COUNTS_MS / 2) return;
    this.#tally = { since: before?.since ?? now, last: now, count: Math.min(MOST, (before?.count ?? 0) + 1) };
    this.#meta.write('unreadable-webhooks', this.#tally);
  }

  /** Returns the number since the first one, with no gap of more than a day between two; 0 when the last was a day ago. */
  count(now: Instant): number {
    return this.#tally === null || now - this.#tally.last >= COUNTS_MS ? 0 : this.#tally.count;
  }
}
