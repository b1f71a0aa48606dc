import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';

import type { AccountId } from '../domain/account/account-id';
import type { Instant } from '../domain/instant';
import { OUTCOMES } from './audit-outcomes';
import type { Db } from './database';
import { accounts, audit } from './schema';

/**
 * One action of an operator. Accounts are identified only by our own number: no domain or merchant id outlives its
 * account here.
 */
export interface AuditEntry {
  readonly at: Instant;
  /** The operator's own account, even while they impersonate another. */
  readonly actor: AccountId;
  /** The account acted on; null when none. */
  readonly subject: AccountId | null;
  /** `sh.Service/Method`. */
  readonly method: string;
  /** The ids in the call; never payloads, tokens, or the names of people and shops. */
  readonly detail: Readonly<Record<string, string | number | boolean>>;
  /** `ok`, or the code of the refusal. */
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

/** A stored entry, with the shop of its operator, '' if deleted since; `detail` is JSON. */
export type AuditRow = Omit<AuditEntry, 'detail'> & { readonly id: number; readonly detail: string; readonly actorShop: string };

const actors = alias(accounts, 'actors');
const ACTOR_SHOP = sql<string>`coalesce(${actors.shopDomain}, '')`;

/** Returns what operators did to an account, the newest first. */
export async function auditOf(db: Db, subject: AccountId, limit: number): Promise<Omit<AuditRow, 'id'>[]> {
  const rows = await db
    .select({ ...getTableColumns(audit), actorShop: ACTOR_SHOP })
    .from(audit)
    .leftJoin(actors, eq(actors.id, audit.actor))
    .where(and(eq(audit.subject, subject), OUTCOMES))
    .orderBy(desc(audit.id))
    .limit(limit)
    .all();
  return rows.map(({ id: _, ...entry }) => entry);
}

/** Selects entries of the audit log. */
export interface AuditQuery {
  /** The account acted on; null for all. */
  readonly subject: AccountId | null;
  /** The operator's shop domain; '' for all. */
  readonly actorShop: string;
  /** `sh.Service/Method` or a part of it; '' for all. */
  readonly method: string;
  /** Only entries older than the one with this id; null for the newest. */
  readonly before: number | null;
  readonly limit: number;
}

/**
 * Returns a page of the audit log, the newest first, each entry with the shop of the account acted on; '' when none, or
 * if deleted since.
 */
export async function listAudit(db: Db, query: AuditQuery): Promise<(AuditRow & { readonly subjectShop: string })[]> {
  const wanted = and(
    OUTCOMES,
    query.subject === null ? undefined : eq(audit.subject, query.subject),
    query.actorShop === '' ? undefined : eq(actors.shopDomain, query.actorShop),
    query.method === '' ? undefined : sql`instr(lower(${audit.method}), ${query.method.toLowerCase()}) > 0`,
    query.before === null ? undefined : lt(audit.id, query.before),
  );
  return db
    .select({ ...getTableColumns(audit), actorShop: ACTOR_SHOP, subjectShop: sql<string>`coalesce(${accounts.shopDomain}, '')` })
    .from(audit)
    .leftJoin(actors, eq(actors.id, audit.actor))
    .leftJoin(accounts, eq(accounts.id, audit.subject))
    .where(wanted)
    .orderBy(desc(audit.id))
    .limit(query.limit)
    .all();
}
