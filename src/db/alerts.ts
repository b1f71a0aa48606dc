import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';

import type { OpenAlert } from '../domain/account/alerting';
import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
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

/** An account's alerts that have not ended; of 0, those that concern all. */
export async function openAlerts(db: Db, account: number): Promise<(OpenAlert & { readonly message: string })[]> {
  return db
    .select({ kind: alerts.kind, goneSince: alerts.goneSince, message: alerts.message })
    .from(alerts)
    .where(and(eq(alerts.account, account), isNull(alerts.clearedAt)))
    .all();
}

/** An alert that begins. */
export interface NewAlert {
  readonly kind: string;
  /** The platform that it is about; '' where it is none alone. */
  readonly source: Source | '';
  readonly message: string;
  /** When operators are to be told; null: nowhere to tell. */
  readonly operatorDue: Instant | null;
  /** When the merchant is to be told; null: not. */
  readonly merchantDue: Instant | null;
}

/** What is to be written of one account's alerts. */
export interface AlertChanges {
  readonly raise: readonly NewAlert[];
  readonly gone: readonly string[];
  readonly back: readonly string[];
  readonly clear: readonly string[];
  /** There is somewhere to tell operators: of the end as well. */
  readonly notifiesOperators: boolean;
}

/**
 * Writes them, all or none. An alert that is open already is not raised a second time. The end is told only to those who
 * were told of the beginning.
 */
export async function changeAlerts(db: Db, account: number, changes: AlertChanges, now: Instant): Promise<void> {
  const open = (kinds: readonly string[]): SQL | undefined =>
    and(eq(alerts.account, account), isNull(alerts.clearedAt), inArray(alerts.kind, [...kinds]));
  const statements = [
    ...changes.raise.map((alert) =>
      db
        .insert(alerts)
        .values({ ...alert, account, raisedAt: now })
        .onConflictDoNothing(),
    ),
    ...(changes.gone.length === 0 ? [] : [db.update(alerts).set({ goneSince: now }).where(open(changes.gone))]),
    ...(changes.back.length === 0 ? [] : [db.update(alerts).set({ goneSince: null }).where(open(changes.back))]),
    ...(changes.clear.length === 0 ? [] : [db.update(alerts).set(endedAt(now, changes.notifiesOperators)).where(open(changes.clear))]),
  ];
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
}

function endedAt(
  now: Instant,
  notifiesOperators: boolean,
): { clearedAt: Instant; merchantDue: SQL; merchantTries: number; operatorDue: SQL; operatorTries: number } {
  const operatorDue = notifiesOperators ? sql`case when ${alerts.operatorToldAt} is null then null else ${now} end` : sql`null`;
  const merchantDue = sql`case when ${alerts.merchantToldAt} is null then null else ${now} end`;
  return { clearedAt: now, merchantDue, merchantTries: 0, operatorDue, operatorTries: 0 };
}

/** An alert that is to be told now. */
export type DueAlert = AlertRow & { readonly shopDomain: string; readonly tries: number };

const SHOP = sql<string>`coalesce((select shop_domain from accounts where accounts.id = alerts.account), '')`;

/** Now for an alert that has ended since it was read, else null. */
function endedSince(alert: AlertRow, now: Instant): SQL {
  return sql`case when ${alerts.clearedAt} is not null and ${alert.clearedAt === null ? 1 : 0} then ${now} else null end`;
}

/** Which alerts the merchants are to be told of. */
export interface MerchantTimes {
  readonly now: Instant;
  readonly leaseUntil: Instant;
  /** Operators come first: alerts that they have not been told of wait, but not beyond those that were due before this. */
  readonly notWaitingBefore: Instant;
}

/** Takes alerts of which their merchants are to be told, each with where to; another run leaves them alone meanwhile. */
export async function claimForMerchants(db: Db, times: MerchantTimes, limit: number): Promise<(DueAlert & { readonly address: string })[]> {
  const operatorsKnow = sql`(${alerts.operatorToldAt} is not null or ${alerts.operatorDue} is null or ${alerts.merchantDue} <= ${times.notWaitingBefore})`;
  const due = db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(isNotNull(alerts.merchantDue), lte(alerts.merchantDue, times.now), operatorsKnow))
    .orderBy(asc(alerts.merchantDue))
    .limit(limit);
  const address = sql<string>`coalesce((select alert_address from accounts where accounts.id = alerts.account), '')`;
  const rows = await db
    .update(alerts)
    .set({ merchantDue: times.leaseUntil, merchantTries: sql`${alerts.merchantTries} + 1` })
    .where(inArray(alerts.id, due))
    .returning({ ...getTableColumns(alerts), shopDomain: SHOP, address })
    .all();
  return rows.map((row) => ({ ...row, tries: row.merchantTries }));
}

/** What became of telling a merchant: told now, to be tried again then, or nowhere to tell him. */
export type MerchantNotified = { readonly at: Instant } | { readonly again: Instant } | 'nowhere';

/**
 * Writes it down for these alerts as they were then. Should one have ended meanwhile, he is told of that as well when he was
 * told of its beginning, and of neither when he was not.
 */
export async function noteMerchantNotified(db: Db, told: readonly AlertRow[], outcome: MerchantNotified): Promise<void> {
  const statements = told.map((alert) => db.update(alerts).set(afterNotifying(alert, outcome)).where(eq(alerts.id, alert.id)));
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
}

function afterNotifying(
  alert: AlertRow,
  outcome: MerchantNotified,
): { merchantDue: SQL | null; merchantToldAt?: SQL; merchantTries?: number } {
  if (outcome === 'nowhere') return { merchantDue: null };
  if ('again' in outcome) {
    const knows = sql`${alerts.clearedAt} is null or ${alerts.merchantToldAt} is not null`;
    return { merchantDue: sql`case when ${knows} then ${outcome.again} else null end` };
  }
  const { at } = outcome;
  return { merchantToldAt: sql`coalesce(${alerts.merchantToldAt}, ${at})`, merchantDue: endedSince(alert, at), merchantTries: 0 };
}

/** Deletes alerts that ended long ago, a bounded number of them. */
export async function pruneAlerts(db: Db, before: Instant, limit: number): Promise<void> {
  const old = db.select({ id: alerts.id }).from(alerts).where(lt(alerts.clearedAt, before)).orderBy(asc(alerts.clearedAt)).limit(limit);
  await db.delete(alerts).where(inArray(alerts.id, old)).run();
}
