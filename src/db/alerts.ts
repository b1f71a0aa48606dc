import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, lte, sql, type SQL } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { OpenAlert } from '../domain/account/alerting';
import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
import type { Db } from './database';
import { accounts, alerts } from './schema';

/** A health problem whose alert was sent, or is to be sent. */
export interface AlertRow {
  readonly id: number;
  /** 0: it concerns all accounts. */
  readonly account: AccountId | 0;
  /** A kind of health problem, or the name of a scheduled task or a processor. */
  readonly kind: string;
  /** The text for an operator. */
  readonly message: string;
  readonly raisedAt: Instant;
  /** When the problem disappeared; the alert ends when it stays away for a while. */
  readonly goneSince: Instant | null;
  readonly clearedAt: Instant | null;
  readonly operatorToldAt: Instant | null;
  readonly merchantToldAt: Instant | null;
}

/** Selects alerts. */
export interface AlertQuery {
  /** Null for all accounts, and for alerts that concern none. */
  readonly account: AccountId | null;
  /** Only alerts that are still open. */
  readonly openOnly: boolean;
  /** Only alerts older than the one with this id; null for the newest. */
  readonly before: number | null;
  readonly limit: number;
}

/** Returns a page of alerts, the newest first. */
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

/** Returns an account's open alerts; for 0, those that concern all accounts. */
export async function openAlerts(db: Db, account: AccountId | 0): Promise<(OpenAlert & { readonly message: string })[]> {
  return db
    .select({ kind: alerts.kind, goneSince: alerts.goneSince, message: alerts.message })
    .from(alerts)
    .where(and(eq(alerts.account, account), isNull(alerts.clearedAt)))
    .all();
}

/** A new alert. */
export interface NewAlert {
  readonly kind: string;
  /** The platform that it is about; '' when it is not about a single platform. */
  readonly source: Source | '';
  readonly message: string;
  /** When to notify operators; null: there is no address. */
  readonly operatorDue: Instant | null;
  /** When to notify the merchant; null: never. */
  readonly merchantDue: Instant | null;
}

/** The changes to write to one account's alerts. */
export interface AlertChanges {
  readonly raise: readonly NewAlert[];
  readonly gone: readonly string[];
  readonly back: readonly string[];
  readonly clear: readonly string[];
  /** There is an address to notify operators at, also when alerts end. */
  readonly notifiesOperators: boolean;
}

/**
 * Writes the changes, all or none. An alert that is already open is not raised again. The end of an alert is sent only
 * to those who were notified of its start.
 */
export async function changeAlerts(db: Db, account: AccountId | 0, changes: AlertChanges, now: Instant): Promise<void> {
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

/** An alert to be sent now. */
export type DueAlert = AlertRow & { readonly shopDomain: string; readonly tries: number };

const SHOP = sql<string>`coalesce((select shop_domain from accounts where accounts.id = alerts.account), '')`;

/** Returns SQL for `now` if an alert has ended since it was read, otherwise null. */
function endedSince(alert: AlertRow, now: Instant): SQL {
  return sql`case when ${alerts.clearedAt} is not null and ${alert.clearedAt === null ? 1 : 0} then ${now} else null end`;
}

/** The times that decide which alerts are sent to merchants. */
export interface MerchantTimes {
  readonly now: Instant;
  readonly leaseUntil: Instant;
  /** Operators are notified first: alerts that they have not received wait, unless they were due before this. */
  readonly notWaitingBefore: Instant;
}

/** Claims alerts to send to their merchants, each with its address; other runs skip them meanwhile. */
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

/** The outcome of notifying a merchant: notified at `at`, to be tried again at `again`, or no address. */
export type MerchantNotified = { readonly at: Instant } | { readonly again: Instant } | 'nowhere';

/**
 * Records the outcome for these alerts as they were then. If one has ended meanwhile, the merchant is notified of the
 * end only if they were notified of the start.
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

/** Deletes alerts that ended long ago, up to `limit` of them. */
export async function pruneAlerts(db: Db, before: Instant, limit: number): Promise<void> {
  const old = db.select({ id: alerts.id }).from(alerts).where(lt(alerts.clearedAt, before)).orderBy(asc(alerts.clearedAt)).limit(limit);
  await db.delete(alerts).where(inArray(alerts.id, old)).run();
}
