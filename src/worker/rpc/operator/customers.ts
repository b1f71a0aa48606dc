import { findAccount, routeOf, type Account } from '../../../db/accounts';
import type { Db } from '../../../db/database';
import type { AccountId } from '../../../domain/account/account-id';
import { refuse, ok, type Answer } from '../../../domain/result';
import type { Source } from '../../../domain/source';
import { readAccountId } from '../present/operations-arguments';

/** Square's merchant ids are letters, digits, - and _; a longer text is no merchant id. */
export const MERCHANT_ID = /^[A-Za-z0-9_-]{1,64}$/u;

interface Lookup {
  readonly services: { readonly db: Db };
}

/** Returns the customer whose account id a field of sh.Admin names. */
export async function findCustomer({ services }: Lookup, field: string, id: string): Promise<Answer<Account>> {
  const read = readAccountId(field, id, 'the number of an account, as in 123');
  if (!read.ok) return read;
  const customer = await findAccount(services.db, read.value);
  return customer === null ? refuse('not_found', `There is no account ${id}.`) : ok(customer);
}

/** Returns the id of the customer whose Square merchant id or shop domain this is. */
export async function findOwner({ services }: Lookup, source: Source, name: string): Promise<Answer<AccountId>> {
  const id = await routeOf(services.db, source, name);
  return id === null ? refuse('not_found', `No account belongs to ${name}.`) : ok(id);
}
