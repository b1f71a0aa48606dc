import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { SnapshotView } from '../api/account-api';
import type { Database } from '../store/database';

/**
 * What a run does next. `start`: start reading. `poll`: Shopify creates its file. `read`: variants arrive and are stored in chunks. `wait`:
 * everything is read; waits for the other side's first read. `merge`: chunks are merged into the catalog. `parked`: the read is
 * implausible and waits for approval. `over`: nothing.
 */
export type Phase = 'start' | 'poll' | 'read' | 'wait' | 'merge' | 'parked' | 'over';

/** A run's progress; all of it is stored, so that it resumes after a kill. */
export interface RunBody {
  readonly phase: Phase;
  readonly requested: Instant;
  readonly started: Instant | null;
  readonly completed: Instant | null;
  readonly updated: Instant;
  readonly processed: number;
  readonly total: number;
  readonly problem: string;
  /** The location whose levels are read; '' until started. */
  readonly locationId: string;
  /** Number of the next chunk. */
  readonly chunk: number;
  /** Shopify: the bulk operation, when to poll it, how often it was polled, and the byte of the file to continue from. */
  readonly operationId: string;
  readonly pollAt: Instant;
  readonly polls: number;
  readonly nextByte: number;
  /** Square: the next page's cursor, and Square's time of the first answer; '' until then. */
  readonly cursor: string | null;
  readonly latestTime: string;
  /** How often the read was restarted. */
  readonly restarts: number;
  /** What was refreshed separately in the meantime: the run's own reading of these is outdated. Names as `refreshName` creates them. */
  readonly touched: readonly string[];
  /** A person has approved the read. */
  readonly approved: boolean;
  /** Failed because the platform did not answer for too long. */
  readonly outage?: boolean;
}

/** A product, or one variant by its stock ID, that was read separately. */
export type RefreshId = { readonly source: Source } & ({ readonly product: string } | { readonly stock: string });

/** Returns the name of a product or of a variant's stock in a run's list of refreshed ones. */
export function refreshName(id: RefreshId): string {
  return 'product' in id ? `p:${id.product}` : `s:${id.stock}`;
}

/** One run of a source. */
export interface Run {
  readonly id: number;
  readonly source: Source;
  readonly state: SnapshotView['state'];
  readonly body: RunBody;
}

type RunRow = { readonly id: number; readonly source: Source; readonly state: SnapshotView['state']; readonly body: string };

/** Number of runs that are kept per source. */
const KEPT_RUNS = 5;

/** The table of runs and their chunks. */
export class Runs {
  readonly #db: Database;
  /** The newest runs as stored: every alarm asks for them, for several reasons. */
  readonly #newest = new Map<Source, Run | null>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns the newest run of a source; null when there is none. */
  newest(source: Source): Run | null {
    const known = this.#newest.get(source);
    if (known !== undefined) return known;
    const run = runOf(
      this.#db.row<RunRow>('select id, source, state, body from snapshot where source = ? order by id desc limit 1', source),
    );
    this.#newest.set(source, run);
    return run;
  }

  /** Returns the newest run of a source that was completed. */
  newestDone(source: Source): Run | null {
    return runOf(
      this.#db.row<RunRow>(
        "select id, source, state, body from snapshot where source = ? and state = 'done' order by id desc limit 1",
        source,
      ),
    );
  }

  #byId(id: number): Run | null {
    return runOf(this.#db.row<RunRow>('select id, source, state, body from snapshot where id = ?', id));
  }

  /** Creates a run and replaces what was left of earlier ones. */
  create(source: Source, now: Instant): Run {
    const body: RunBody = {
      phase: 'start',
      requested: now,
      started: null,
      completed: null,
      updated: now,
      processed: 0,
      total: 0,
      problem: '',
      locationId: '',
      chunk: 0,
      operationId: '',
      pollAt: 0,
      polls: 0,
      nextByte: 0,
      cursor: null,
      latestTime: '',
      restarts: 0,
      touched: [],
      approved: false,
    };
    this.#newest.delete(source);
    return this.#db.transaction(() => {
      const older = this.#db.rows<{ id: number }>('select id from snapshot where source = ? order by id desc', source);
      for (const { id } of older) this.dropChunks(id);
      for (const { id } of older.slice(KEPT_RUNS - 1)) this.#db.run('delete from snapshot where id = ?', id);
      const row = this.#db.row<{ id: number }>(
        'insert into snapshot (source, state, body) values (?, ?, ?) returning id',
        source,
        'queued',
        JSON.stringify(body),
      );
      return { id: row?.id ?? 0, source, state: 'queued', body };
    });
  }

  /**
   * Stores a run's progress; concurrent changes to other fields stay. Returns null, and stores nothing, when the run has ended: it was
   * given up during this step.
   */
  save(runId: number, change: Partial<RunBody>, state: SnapshotView['state'] = 'running'): Run | null {
    const run = this.#byId(runId);
    if (!isActive(run)) return null;
    const body = { ...run.body, ...change };
    this.#newest.delete(run.source);
    this.#db.run('update snapshot set state = ?, body = ? where id = ?', state, JSON.stringify(body), runId);
    return { ...run, state, body };
  }

  /**
   * Notes what was read apart from a run while it reads, or waits for approval: it merges nothing older about these. Returns whether any was
   * new to it.
   */
  touch({ id, source, body }: Run, names: readonly string[]): boolean {
    const known = new Set(body.touched);
    const fresh = names.filter((name) => !known.has(name));
    if (fresh.length === 0) return false;
    this.#newest.delete(source);
    this.#db.run('update snapshot set body = ? where id = ?', JSON.stringify({ ...body, touched: [...body.touched, ...fresh] }), id);
    return true;
  }

  /** Stores lines, one per variant, in as many chunks as needed, with the position to continue from. Null when the run has ended. */
  addLines(runId: number, lines: readonly string[], change: Partial<RunBody>): Run | null {
    return this.#db.transaction(() => {
      const run = this.#byId(runId);
      if (!isActive(run)) return null;
      const { chunk, processed } = run.body;
      const bodies = packed(lines);
      for (const [index, text] of bodies.entries()) {
        this.#db.run('insert into snapshot_chunk (snapshot_id, n, body) values (?, ?, ?)', runId, chunk + index, text);
      }
      return this.save(runId, { ...change, chunk: chunk + bodies.length, processed: processed + lines.length });
    });
  }

  /** Approves a parked run for merging. Null when it is not parked. */
  approve(runId: number, now: Instant): Run | null {
    const run = this.#byId(runId);
    if (run === null || run.body.phase !== 'parked') return null;
    this.#db.run("update snapshot set state = 'running' where id = ?", runId);
    return this.save(runId, { phase: 'wait', approved: true, problem: '', completed: null, updated: now });
  }

  /** Returns the lines of a chunk as one text; '' when there is no such chunk. */
  chunk(runId: number, n: number): string {
    return this.#db.row<{ body: string }>('select body from snapshot_chunk where snapshot_id = ? and n = ?', runId, n)?.body ?? '';
  }

  /** Forgets every run of a source. */
  dropAll(source: Source): void {
    this.#newest.delete(source);
    for (const { id } of this.#db.rows<{ id: number }>('select id from snapshot where source = ?', source)) this.dropChunks(id);
    this.#db.run('delete from snapshot where source = ?', source);
  }

  dropChunks(runId: number): void {
    this.#db.run('delete from snapshot_chunk where snapshot_id = ?', runId);
  }
}

/** Characters per chunk: a stored text may have 2 MB, and a character takes up to three bytes. */
export const CHUNK_CHARACTERS = 500_000;

function packed(lines: readonly string[]): string[] {
  const bodies: string[] = [];
  let from = 0;
  let characters = 0;
  for (const [index, line] of lines.entries()) {
    if (characters > 0 && characters + line.length > CHUNK_CHARACTERS) {
      bodies.push(lines.slice(from, index).join('\n'));
      from = index;
      characters = 0;
    }
    characters += line.length + 1;
  }
  if (from < lines.length) bodies.push(lines.slice(from).join('\n'));
  return bodies;
}

function runOf(row: RunRow | null): Run | null {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written only by this store
  return row === null ? null : { ...row, body: JSON.parse(row.body) as RunBody };
}

/** Returns whether anything is left to do for a run. */
export function isActive(run: Run | null): run is Run {
  return run !== null && (run.state === 'queued' || run.state === 'running');
}

/** Returns a run as screens show it. */
export function viewOf({ id, source, state, body }: Run): SnapshotView {
  const { started, completed, processed, total, problem } = body;
  return {
    id,
    source,
    state,
    started,
    // Earlier releases stored the end of a failed run there.
    completed: state === 'done' ? completed : null,
    lastUpdated: started === null ? null : body.updated,
    processed,
    total: Math.max(total, processed),
    problem,
  };
}
