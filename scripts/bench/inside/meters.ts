import { env } from 'cloudflare:workers';

import { checkD1, checkObject } from './faults';

/** The cost of one SQL statement of an object since the last reset. */
export interface StatementCost {
  runs: number;
  read: number;
  written: number;
}

/** Everything counted at the product's boundaries since the last reset. */
export interface Counts {
  /** Requests to the Worker's webhook routes. */
  webhooks: number;
  /** Calls of the account object, by method. */
  calls: Record<string, number>;
  alarms: number;
  /** Instances of the object that were started. */
  starts: number;
  /** Rows of the object's database, as Cloudflare bills them. */
  read: number;
  written: number;
  /** `setAlarm` is billed as one row written each. */
  setAlarm: number;
  statements: Record<string, StatementCost>;
  d1: { calls: number; read: number; written: number };
  /** The same rows of every statement, also of those whose caller is not told them (`first`, `raw`). */
  d1Rows: { read: number; written: number };
  queue: number;
  /** Requests to the platforms, by name: `shopify adjustInventory`, `square POST /v2/...`. */
  requests: Record<string, number>;
}

const zero = (): Counts => ({
  webhooks: 0,
  calls: {},
  alarms: 0,
  starts: 0,
  read: 0,
  written: 0,
  setAlarm: 0,
  statements: {},
  d1: { calls: 0, read: 0, written: 0 },
  d1Rows: { read: 0, written: 0 },
  queue: 0,
  requests: {},
});

let counts = zero();

/** Returns the counts so far and resets them to zero. */
export function takeCounts(): Counts {
  bookLast();
  const taken = counts;
  counts = zero();
  return taken;
}

/** Returns the live counters. */
export const counted = (): Counts => counts;

/** Adds one to a named counter. */
export function countNamed(names: Record<string, number>, name: string): void {
  names[name] = (names[name] ?? 0) + 1;
}

interface Cursor {
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

/** A cursor reports its row counts only once it is read to its end, which the product does before it runs the next statement. */
let last: { readonly sql: string; readonly cursor: Cursor } | null = null;

function bookLast(): void {
  if (last === null) return;
  const { sql, cursor } = last;
  last = null;
  const cost = (counts.statements[sql] ??= { runs: 0, read: 0, written: 0 });
  cost.runs += 1;
  cost.read += cursor.rowsRead;
  cost.written += cursor.rowsWritten;
  counts.read += cursor.rowsRead;
  counts.written += cursor.rowsWritten;
}

/** Counts every statement of an object's database by wrapping `exec`. */
export function meterSql(storage: DurableObjectStorage): void {
  const { sql } = storage;
  const exec: unknown = Reflect.get(sql, 'exec');
  if (typeof exec !== 'function') throw new Error('the storage has no exec');
  const metered = (...given: unknown[]): unknown => {
    bookLast();
    checkObject(String(given[0]));
    const cursor: unknown = Reflect.apply(exec, sql, given);
    last = { sql: String(given[0]).replaceAll(/\s+/gu, ' ').trim(), cursor: cursor as Cursor };
    return cursor;
  };
  Object.defineProperty(sql, 'exec', { value: metered });
}

/** Replaces a method on an object's prototype by `wrap(original)`. */
function wrapMethod(
  holder: object,
  name: string,
  wrap: (call: (self: unknown, given: unknown[]) => unknown) => (...given: unknown[]) => unknown,
): void {
  const prototype: unknown = Reflect.getPrototypeOf(holder);
  const original: unknown = Reflect.get(holder, name);
  if (typeof original !== 'function' || typeof prototype !== 'object' || prototype === null) throw new Error(`nothing to wrap: ${name}`);
  Object.defineProperty(prototype, name, { value: wrap((self, given) => Reflect.apply(original, self, given)), configurable: true });
}

function bookD1(answer: unknown, rows: { read: number; written: number }): void {
  if (typeof answer !== 'object' || answer === null || !('meta' in answer)) return;
  const { meta } = answer as { meta?: { rows_read?: number; rows_written?: number } };
  rows.read += meta?.rows_read ?? 0;
  rows.written += meta?.rows_written ?? 0;
}

const each = (answer: unknown): unknown[] => (Array.isArray(answer) ? (answer as unknown[]) : [answer]);

/** Counts what D1 answers below its statements, where every answer names its rows. */
function meterSession(statement: object): void {
  const session: unknown = Reflect.get(statement, 'dbSession');
  if (typeof session !== 'object' || session === null) throw new Error('a statement of D1 has no session');
  const answering = (call: (self: unknown, given: unknown[]) => unknown) =>
    async function answered(this: unknown, ...given: unknown[]): Promise<unknown> {
      const answer = await (call(this, given) as Promise<unknown>);
      for (const one of each(answer)) bookD1(one, counts.d1Rows);
      return answer;
    };
  for (const name of ['_sendOrThrow', '_queryOrThrow']) if (name in session) wrapMethod(session, name, answering);
}

let metered = false;

/** Counts D1 statements and queue messages of the whole isolate. Row counts are available for `run`, `all`, and `batch`. */
export function meterBindings(): void {
  if (metered) return;
  metered = true;
  const counting = (call: (self: unknown, given: unknown[]) => unknown) =>
    async function count(this: unknown, ...given: unknown[]): Promise<unknown> {
      counts.d1.calls += 1;
      checkD1();
      const answer = await (call(this, given) as Promise<unknown>);
      for (const one of each(answer)) bookD1(one, counts.d1);
      return answer;
    };
  const statement = env.DB.prepare('select 1');
  meterSession(statement);
  for (const name of ['run', 'all', 'first', 'raw']) wrapMethod(statement, name, counting);
  for (const name of ['batch', 'exec']) wrapMethod(env.DB, name, counting);
  const sending = (call: (self: unknown, given: unknown[]) => unknown) =>
    function count(this: unknown, ...given: unknown[]): unknown {
      counts.queue += 1;
      return call(this, given);
    };
  for (const name of ['send', 'sendBatch']) wrapMethod(env.EVENTS, name, sending);
}
