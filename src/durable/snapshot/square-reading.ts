import type { SnapshotAccount, SquareCatalog } from './ports';
import type { Run, Runs } from './runs';
import { writeLine } from './side-line';
import { after, MAX_RESTARTS, type Step } from './step';

/** Reads all of Square's variations with their counts, one page per chunk, from the cursor where it last stopped. */
export class SquareReading {
  readonly #port: SquareCatalog;
  readonly #runs: Runs;
  readonly #account: SnapshotAccount;

  constructor(port: SquareCatalog, runs: Runs, account: SnapshotAccount) {
    this.#port = port;
    this.#runs = runs;
    this.#account = account;
  }

  async step(run: Run): Promise<Step> {
    if (run.body.phase === 'start') {
      const now = this.#account.now();
      const locationId = this.#account.locationId('square');
      return after(this.#runs.save(run.id, { phase: 'read', started: run.body.started ?? now, updated: now, locationId }));
    }
    const { cursor, locationId, latestTime, restarts } = run.body;
    const page = await this.#port.readPage(locationId, cursor);
    if (!page.ok) {
      if (page.error.kind !== 'cursor-expired') return { kind: 'failed', failure: page.error };
      if (restarts >= MAX_RESTARTS) return { kind: 'failed', failure: { kind: 'refused', detail: 'the cursor ended again and again' } };
      this.#runs.dropChunks(run.id);
      return after(this.#runs.save(run.id, { chunk: 0, processed: 0, cursor: null, latestTime: '', restarts: restarts + 1 }));
    }
    const { variants, cursor: next } = page.value;
    if (next !== null && next === cursor) {
      return { kind: 'failed', failure: { kind: 'failed', detail: 'the cursor of the catalog does not advance' } };
    }
    return after(
      this.#runs.addLines(run.id, variants.map(writeLine), {
        cursor: next,
        // Use the first page's time: changes made while the other pages are read are requested again later.
        latestTime: cursor === null ? page.value.latestTime : latestTime,
        phase: next === null ? 'wait' : 'read',
        updated: this.#account.now(),
      }),
    );
  }
}
