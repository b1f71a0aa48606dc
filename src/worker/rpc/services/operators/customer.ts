import { ok, refuse, type Answer } from '../../../../domain/result';
import type { Call } from '../../method';
import type { Customer } from '../../operator-ports';

/** Account ids are positive integers in plain notation: no sign, no leading zero. */
const ACCOUNT_ID = /^[1-9]\d{0,14}$/u;

/** Returns the customer whose account id a field names. */
export async function findCustomer({ ports }: Call, field: string, id: string): Promise<Answer<Customer>> {
  if (id === '') return refuse('invalid_argument', `${field} is missing.`);
  if (!ACCOUNT_ID.test(id)) return refuse('invalid_argument', `${field} must be the number of an account, as in 123.`);
  const customer = await ports.operators.customer(id);
  return customer === null ? refuse('not_found', `There is no account ${id}.`) : ok(customer);
}
