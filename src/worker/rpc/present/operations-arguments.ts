import { parseAccountId, type AccountId } from '../../../domain/account/account-id';
import { ok, refuse, type Answer } from '../../../domain/result';

const DEFAULT_PAGE = 100;
const LARGEST_PAGE = 500;

/** Reads the rows per page: 0 means 100, more than 500 means 500. */
export function readPageSize(limit: number): Answer<number> {
  if (limit < 0) return refuse('invalid_argument', 'limit must not be negative.');
  return ok(limit === 0 ? DEFAULT_PAGE : Math.min(limit, LARGEST_PAGE));
}

/** Reads an account's number; `form` says what a malformed one should be. */
export function readAccountId(field: string, text: string, form = "an account's number"): Answer<AccountId> {
  const id = parseAccountId(text);
  if (id.ok) return id;
  return refuse('invalid_argument', id.error === 'missing' ? `${field} is missing.` : `${field} must be ${form}.`);
}

/** Reads an account's number, where '' means all. */
export function readOptionalAccountId(field: string, text: string): Answer<AccountId | null> {
  return text === '' ? ok(null) : readAccountId(field, text);
}
