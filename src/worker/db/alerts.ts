import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';

import type { Instant } from '../../domain/instant';
import type { Db } from './database';
import { accounts, alerts } from './schema';

/** A trouble that was, or is to be, told. */
export interface AlertRow {
  readonly id: number;
  /** 0: it concerns all. */
  readonly account: number;
  /** A kind of trouble, or the name of a scheduled task or a processor. */
  readonly kind: string;
  /** For an operator. */
  readonly message: string;
  readonly raisedAt: Instant;
  /** The trouble is not seen any more; the alert ends when it stays away for a while. */
  readonly goneSince: Instant | null;
  readonly clearedAt: Instant | null;
  readonly operatorToldAt: Instant | null;
  readonly merchantToldAt: Instant | null;
}

/** Which alerts. */
export interface AlertQuery {
  /** Null for all accounts, and what concerns none. */
  readonly account: number | null;
  /** Those that last alone. */
  readonly openOnly: boolean;
  /** Alerts older than the one of this id; null for the newest. */
  readonly before: number | null;
  readonly limit: number;
}

/** A page of alerts, the newest first. */
export async function listAlerts(db: Db, request: AlertQuery): Promise<(AlertRow & { shopDomain: string })[]> {
  const wanted = and(
    request.account === null ? undefined : eq(alerts.account, request.account),
    request.openOnly ? isNull(alerts.clearedAt) : undefined,
    request.before === null ? undefined : lt(alerts.id, request.before),
  );
  return db
    .select({
      id: alerts.id,
      account: alerts.account,
      kind: alerts.kind,
      message: alerts.message,
      raisedAt: alerts.raisedAt,
      goneSince: alerts.goneSince,
      clearedAt: alerts.clearedAt,
      operatorToldAt: alerts.operatorToldAt,
      merchantToldAt: alerts.merchantToldAt,
      shopDomain: sql<string>`coalesce(${accounts.shopDomain}, '')`,
    })
    .from(alerts)
    .leftJoin(accounts, eq(accounts.id, alerts.account))
    .where(wanted)
    .orderBy(desc(alerts.id))
    .limit(request.limit)
    .all();
}
