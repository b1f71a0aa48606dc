import type { WorldApi } from '../world-api';
import { digest } from './digest';
import { bad, done, type Outcome } from './errors';
import type { Caller } from './grants';
import { canonical, isObject, parseJson, textOf, type JsonObject } from './json';
import type { BodyName } from './validate';

/** An admitted request: the caller is known and has the scope, the body matches Square's API description. */
export interface Call {
  readonly world: WorldApi;
  /** True when the request is refused as a whole, without naming an item, because a fault is on. */
  readonly refused: boolean;
  /** Real ms by which the stock that a read returns is outdated, because a fault is on. */
  readonly lagMs: number;
  readonly caller: Caller;
  /** `{}` for operations without a body. */
  readonly body: JsonObject;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Sandbox time, ms. */
  readonly now: number;
}

/** One operation of the API. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As Square writes it, e.g. `/v2/catalog/object/{object_id}`. */
  readonly path: string;
  /** The OAuth scope that the caller needs; `application`: the application's own token instead of a seller's. */
  readonly scope: string;
  readonly body: BodyName | null;
  /** Set for operations that change counts of stock. */
  readonly writesStock?: true;
  /** Set for catalog writes: Square runs one of them at a time per seller. */
  readonly writesCatalog?: true;
  /** Runs the operation in one turn; its effects and their webhooks are one transaction. */
  run(call: Call): Outcome<JsonObject>;
}

/** How long first responses are kept, in ms. Square publishes nothing; 24 hours is the least that clients should count on. */
const ANSWERS_KEPT_MS = 72 * 3_600_000;

/** A row of a Durable Object's SQLite holds 2 MB; a character takes up to three bytes. */
const ROW_CHARACTERS = 500_000;

/**
 * Runs a request once per idempotency key: the same key with the same body gets the first response again, and is refused with a different
 * body. A refused request leaves its key free.
 */
export function once(call: Call, operation: string, run: () => Outcome<JsonObject>): Outcome<JsonObject> {
  const { world, caller, body } = call;
  const key = textOf(body, 'idempotency_key');
  if (key === null || key === '') return run();
  const scope = `${caller.who} ${caller.merchant} ${operation}`;
  const mark = digest(canonical(body));
  const known = world.db.row<{ body: string; answer: string }>(
    'select body, answer from square_answer where scope = ? and key = ?',
    scope,
    key,
  );
  if (known !== null) {
    const answer = parseJson(known.answer);
    if (known.body === mark && isObject(answer)) return done(answer);
    return bad('IDEMPOTENCY_KEY_REUSED', 'The idempotency key can only be retried with the same request data.', 'idempotency_key');
  }
  const outcome = call.refused ? bad('BAD_REQUEST', 'The request could not be processed.') : run();
  if (outcome.ok) {
    world.db.run('delete from square_answer where at < ?', call.now - ANSWERS_KEPT_MS);
    const answer = JSON.stringify(outcome.value);
    for (let part = 0; part * ROW_CHARACTERS < answer.length; part += 1) {
      world.db.run(
        'insert into square_answer (scope, key, part, body, answer, at) values (?, ?, ?, ?, ?, ?)',
        scope,
        key,
        part,
        mark,
        answer.slice(part * ROW_CHARACTERS, (part + 1) * ROW_CHARACTERS),
        call.now,
      );
    }
  }
  return outcome;
}
