import type { PlatformFailure } from './failure';

/** More pages than any list that is read completely: with 1,000 entries each, ten million entries. */
const MOST_PAGES = 10_000;

/**
 * Guards one read of a list page by page. A platform whose cursor does not advance, or never ends, would cause endless
 * requests and unbounded memory use.
 */
export class PageGuard {
  readonly #what: string;
  readonly #seen = new Set<string>();

  /** `what` names the list for the log: 'locations'. */
  constructor(what: string) {
    this.#what = what;
  }

  /** Returns the failure that a next page with this cursor means; null when the page may be requested, or when there is none. */
  problem(next: string | null): Extract<PlatformFailure, { kind: 'failed' }> | null {
    if (next === null) return null;
    if (this.#seen.has(next)) return { kind: 'failed', detail: `the cursor of ${this.#what} does not advance` };
    if (this.#seen.size >= MOST_PAGES) return { kind: 'failed', detail: `${this.#what} have more than ${MOST_PAGES} pages` };
    this.#seen.add(next);
    return null;
  }
}
