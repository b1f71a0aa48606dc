import { parseAccountId, type AccountId } from '../../src/domain/account/account-id';

/** Returns an account's number; throws for anything else. */
export function accountId(id: number | string): AccountId {
  const parsed = parseAccountId(String(id));
  if (!parsed.ok) throw new Error(`${id} is ${parsed.error}`);
  return parsed.value;
}
