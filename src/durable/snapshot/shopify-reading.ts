import type { ShopifyCatalog, SnapshotAccount } from './ports';
import { CHUNK_CHARACTERS, type Run, type Runs } from './runs';
import { writeLine } from './side-line';
import { after, MAX_RESTARTS, type Step } from './step';

/** Variants per chunk: the maximum that is read again after a kill. */
const CHUNK_VARIANTS = 5_000;

/** Number of finished operations remembered until their run asks; the webhook may arrive before the answer to the start. */
const REMEMBERED = 20;

/**
 * Polling delays of a bulk operation, in ms after the last poll. Its webhook reports when it has finished; polling covers a lost webhook,
 * and is frequent at first because small shops finish at once.
 */
const POLL_AFTER_MS = [2_000, 60_000];
const POLL_LAST_MS = 300_000;

/** Reads all of Shopify's variants: a bulk operation, then its file in chunks, from the byte where it last stopped. */
export class ShopifyReading {
  readonly #port: ShopifyCatalog;
  readonly #runs: Runs;
  readonly #account: SnapshotAccount;
  /** The files' addresses. Anyone with the address can read the file, so it is requested again rather than stored. */
  readonly #urls = new Map<number, string>();
  readonly #finished = new Set<string>();

  constructor(port: ShopifyCatalog, runs: Runs, account: SnapshotAccount) {
    this.#port = port;
    this.#runs = runs;
    this.#account = account;
  }

  /** Records that an operation has finished, as the platform reports. */
  finished(operationId: string): void {
    if (this.#finished.size >= REMEMBERED) this.#finished.clear();
    this.#finished.add(operationId);
  }

  async step(run: Run, deadline: number): Promise<Step> {
    switch (run.body.phase) {
      case 'start':
        return this.#start(run);
      case 'poll':
        return this.#poll(run);
      default:
        return this.#read(run, deadline);
    }
  }

  async #start(run: Run): Promise<Step> {
    const locationId = this.#account.locationId('shopify');
    const started = await this.#port.startBulk(locationId);
    if (!started.ok) return { kind: 'failed', failure: started.error };
    const now = this.#account.now();
    const stored = this.#runs.save(run.id, {
      phase: 'poll',
      started: run.body.started ?? now,
      updated: now,
      locationId,
      operationId: started.value,
      polls: 0,
      pollAt: now + (POLL_AFTER_MS[0] ?? 0),
    });
    if (stored === null) return { kind: 'over' };
    const counted = await this.#port.countVariants();
    // The count is only displayed: a failure here stops nothing.
    return counted.ok ? after(this.#runs.save(run.id, { total: counted.value })) : { kind: 'next' };
  }

  async #poll(run: Run): Promise<Step> {
    const { operationId, pollAt, polls, restarts } = run.body;
    const now = this.#account.now();
    const told = this.#finished.delete(operationId);
    if (!told && now < pollAt) return { kind: 'wait', ms: pollAt - now };
    const polled = await this.#port.pollBulk(operationId);
    if (!polled.ok) return { kind: 'failed', failure: polled.error };
    const updated = this.#account.now();
    switch (polled.value.kind) {
      case 'running': {
        const pause = POLL_AFTER_MS[polls + 1] ?? POLL_LAST_MS;
        return after(this.#runs.save(run.id, { polls: polls + 1, pollAt: updated + pause, updated }));
      }
      case 'lost':
        if (restarts >= MAX_RESTARTS) return { kind: 'unfinished', detail: polled.value.detail };
        return after(this.#restart(run));
      case 'done': {
        const { url, objects } = polled.value;
        if (url === null) return after(this.#runs.save(run.id, { phase: 'wait', updated }));
        this.#urls.set(run.id, url);
        return after(this.#runs.save(run.id, { phase: 'read', total: objects, updated }));
      }
    }
  }

  #restart(run: Run): Run | null {
    this.#urls.delete(run.id);
    this.#runs.dropChunks(run.id);
    const { restarts } = run.body;
    return this.#runs.save(run.id, { phase: 'start', chunk: 0, processed: 0, nextByte: 0, restarts: restarts + 1 });
  }

  async #read(run: Run, deadline: number): Promise<Step> {
    const url = this.#urls.get(run.id);
    // After a kill, ask the operation again for the file's address, without changing what is stored.
    if (url === undefined) return after(this.#runs.save(run.id, { phase: 'poll', pollAt: 0 }));
    let lines: string[] = [];
    let characters = 0;
    let nextByte = run.body.nextByte;
    const store = (more: Parameters<Runs['addLines']>[2]): Run | null => {
      const stored = this.#runs.addLines(run.id, lines, { nextByte, updated: this.#account.now(), ...more });
      lines = [];
      characters = 0;
      return stored;
    };
    for await (const part of this.#port.readBulk(url, nextByte)) {
      if (part.kind === 'failed') {
        if (store({}) === null) return { kind: 'over' };
        if (part.failure.kind !== 'refused') return { kind: 'failed', failure: part.failure };
        return this.#refusedFile(run, part.failure.detail);
      }
      nextByte = part.nextByte;
      if (part.kind === 'end') return this.#ended(run, nextByte > run.body.nextByte, store({}));
      for (const variant of part.variants) characters += lines[lines.push(writeLine(variant)) - 1]?.length ?? 0;
      if (lines.length < CHUNK_VARIANTS && characters < CHUNK_CHARACTERS) continue;
      if (store({}) === null) return { kind: 'over' };
      if (this.#account.now() >= deadline) return { kind: 'next' };
    }
    return after(store({}));
  }

  /**
   * Handles the end of the file. A broken connection may look like an end: with fewer variants than Shopify counted, the rest is requested
   * until nothing more arrives.
   */
  #ended(run: Run, cameMore: boolean, stored: Run | null): Step {
    if (stored === null) return { kind: 'over' };
    if (cameMore && stored.body.processed < stored.body.total) return { kind: 'next' };
    this.#urls.delete(run.id);
    return after(this.#runs.save(run.id, { phase: 'wait' }));
  }

  /** Handles a file address that does not work, or no longer works: requests another, a few times. */
  #refusedFile(run: Run, detail: string): Step {
    this.#urls.delete(run.id);
    const { restarts } = run.body;
    if (restarts >= MAX_RESTARTS) return { kind: 'unfinished', detail };
    return after(this.#runs.save(run.id, { phase: 'poll', pollAt: 0, restarts: restarts + 1 }));
  }
}
