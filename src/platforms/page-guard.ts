import type { PlatformFailure } from './failure';

/** More pages than any list that is read whole has: 1,000 entries each make ten million. */
const MOST_PAGES = 10_000;

/**
 * Watches over one reading of a list page by page. A platform whose cursor does not advance, or never ends, would be asked for ever,
 * and what was read gathered without end.
 */
export class PageGuard {
  readonly #what: string;
  readonly #seen = new Set<string>();

  /** `what` is read, for the log: 'locations'. */
  constructor(what: string) {
    this.#what = what;
  }

  /** The failure that a next page with this cursor would be; null when it may be asked for, or when there is none. */
  problem(next: string | null): Extract<PlatformFailure, { kind: 'failed' }> | null {
    if (next === null) return null;
    if (this.#seen.has(next)) return { kind: 'failed', detail: `the cursor of ${this.#what} does not advance` };
    if (this.#seen.size >= MOST_PAGES) return { kind: 'failed', detail: `${this.#what} have more than ${MOST_PAGES} pages` };
    this.#seen.add(next);
    return null;
  }
}
