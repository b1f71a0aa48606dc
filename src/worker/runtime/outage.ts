import { AccountUnreachable } from '../../durable/account-stub';

/** D1's prefix of every failure: of the statement itself, or of the database behind it. */
const D1_FAILURE = /^D1_ERROR: /u;

/**
 * SQLite's result codes for a statement that is wrong or that a constraint forbids: it fails again when repeated (sqlite.org/rescode.html).
 * D1 appends the code to its message; another code, or none, means that the database itself failed: locked, overloaded, reset, unreachable
 * (developers.cloudflare.com/d1/observability/debug-d1).
 */
const WRONG_STATEMENT = /\bSQLITE_(?:ERROR|CONSTRAINT|MISMATCH|RANGE|TOOBIG|MISUSE|AUTH)\b|Wrong number of parameter bindings/u;

/**
 * Whether a thrown error means that the shared database or an account's object is unavailable, so that the same call may succeed in a
 * moment. Everything else is a bug. A wrapped error's `cause` is checked too.
 */
export function isOutage(thrown: unknown): boolean {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth += 1) {
    if (error instanceof AccountUnreachable) return true;
    if (D1_FAILURE.test(error.message)) return !WRONG_STATEMENT.test(error.message);
  }
  return false;
}
