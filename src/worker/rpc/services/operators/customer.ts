import { ok, refuse, type Answer } from '../../../../domain/result';
import type { Call } from '../../method';
import type { Customer } from '../../operator-ports';
import { readAccountId } from '../../present/operations-arguments';

/** Returns the customer whose account id a field names. */
export async function findCustomer({ ports }: Call, field: string, id: string): Promise<Answer<Customer>> {
  const read = readAccountId(field, id, 'the number of an account, as in 123');
  if (!read.ok) return read;
  const customer = await ports.operators.customer(read.value);
  return customer === null ? refuse('not_found', `There is no account ${id}.`) : ok(customer);
}
