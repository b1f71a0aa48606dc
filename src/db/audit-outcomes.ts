import { sql, type SQL } from 'drizzle-orm';

import { audit } from './schema';

/** Entries of one call lie close together: no further than so many others are looked through for an outcome. */
const NEARBY = 5_000;

/**
 * Entries that say how a call ended, and those of calls whose end nobody could write down. A change is written down twice, as
 * begun and with its outcome: where there is an outcome, the beginning says nothing more.
 */
export const OUTCOMES: SQL = sql`not (${audit.result} = 'begun' and exists (
  select 1 from audit as later where later.id > ${audit.id} and later.id <= ${audit.id} + ${NEARBY}
    and later.reference = ${audit.reference} and later.method = ${audit.method} and later.result <> 'begun'))`;
