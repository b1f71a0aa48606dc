import { err, ok, type Result } from '../result';

declare const BRAND: unique symbol;

/** An account's number, the id of its row in D1. Its decimal text is the id that calls carry and the name of the account's object. */
export type AccountId = number & { readonly [BRAND]: 'AccountId' };

/** Reads an account's number from outside text: a positive integer in plain notation, without sign or leading zero. */
export function parseAccountId(text: string): Result<AccountId, 'missing' | 'malformed'> {
  if (text === '') return err('missing');
  const id = Number(text);
  return /^[1-9]\d{0,14}$/u.test(text) && isAccountId(id) ? ok(id) : err('malformed');
}

/** Returns the decimal text of an account's number. */
export function formatAccountId(id: AccountId): string {
  return String(id);
}

function isAccountId(id: number): id is AccountId {
  return Number.isSafeInteger(id) && id > 0;
}
