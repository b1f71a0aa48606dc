import { desc, eq } from 'drizzle-orm';

import type { Instant } from '../../domain/instant';
import type { Db } from './database';
import { audit } from './schema';

/** One action of an operator. */
export interface AuditEntry {
  readonly at: Instant;
  /** The operator's own account, also while he impersonates. */
  readonly actor: number;
  readonly actorShop: string;
  /** The account acted on; null when none. */
  readonly subject: number | null;
  /** `sh.Service/Method`. */
  readonly method: string;
  /** The ids that the call named; never payloads, tokens or names of people. */
  readonly detail: Readonly<Record<string, string | number | boolean>>;
  /** `ok`, or the code it was refused with. */
  readonly result: string;
  /** Request id. */
  readonly reference: string;
}

/** Writes an entry. The table refuses changes and deletions. */
export async function writeAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db
    .insert(audit)
    .values({ ...entry, detail: JSON.stringify(entry.detail) })
    .run();
}

/** What operators did to an account, the newest first. */
export async function auditOf(db: Db, subject: number, limit: number): Promise<(Omit<AuditEntry, 'detail'> & { detail: string })[]> {
  const rows = await db.select().from(audit).where(eq(audit.subject, subject)).orderBy(desc(audit.id)).limit(limit).all();
  return rows.map(({ id: _, ...entry }) => entry);
}
