import { sql, type SQL } from 'drizzle-orm';

import { audit } from './schema';

/** Entries of one call are close together: search at most this many later entries for its outcome. */
const NEARBY = 5_000;

/**
 * Selects entries with the outcome of a call, and entries of calls whose outcome could not be recorded. A write is
 * recorded twice, as `begun` and with its outcome: when there is an outcome, the `begun` entry adds nothing.
 */
export const OUTCOMES: SQL = sql`not (${audit.result} = 'begun' and exists (
  select 1 from audit as later where later.id > ${audit.id} and later.id <= ${audit.id} + ${NEARBY}
    and later.reference = ${audit.reference} and later.method = ${audit.method} and later.result <> 'begun'))`;
