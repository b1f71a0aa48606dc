import { and, asc, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

import type { AccountId } from '../domain/account/account-id';
import { parseHealthProblem, type Lasting, type HealthProblem } from '../domain/account/health-problem';
import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
import type { Db } from './database';
import { accounts, fleet, fleetProblems } from './schema';

/** An account's health as last read. */
export interface FleetRow {
  readonly account: AccountId;
  readonly shopDomain: string;
  readonly name: string;
  /** The worst first. */
  readonly troubles: readonly HealthProblem[];
  /** When the oldest of them started; null when there is none. */
  readonly since: Instant | null;
  readonly held: number;
  readonly blocked: number;
  readonly frozen: number;
  readonly missingWebhooks: number;
  readonly lagP95Ms: number | null;
  readonly oldestUnderWayMs: number;
  readonly drift: number;
  readonly shopifyAccess: boolean;
  readonly squareAccess: boolean;
  readonly entitled: boolean;
  /** Connected platforms that did not answer. */
  readonly unreachable: readonly Source[];
  /** Null: never. */
  readonly checkedAt: Instant | null;
}

/** What is known about an account whose object does not answer. */
export interface FleetSilence {
  readonly account: AccountId;
  /** The worst first. */
  readonly lasting: readonly Lasting[];
  readonly severity: number;
  /** When to read it again. */
  readonly visitDue: Instant;
}

/** The result of reading an account's health. */
export type FleetFigures = FleetSilence &
  Omit<FleetRow, 'shopDomain' | 'name' | 'troubles' | 'since' | 'checkedAt'> & {
    readonly checkedAt: Instant;
    /** How many stored tokens each key seals, by its version. */
    readonly sealedBy: Readonly<Record<string, number>>;
  };

const NAME = sql<string>`case ${accounts.name} when '' then ${accounts.shopName} else ${accounts.name} end`;

/** Columns that the fleet can be sorted by, as the protocol names them. */
const SORTS = {
  account_id: accounts.id,
  domain: accounts.shopDomain,
  name: NAME,
  troubles: fleet.severity,
  since: fleet.since,
  held: fleet.held,
  blocked: fleet.blocked,
  frozen: fleet.frozen,
  missing_webhooks: fleet.missingWebhooks,
  lag_p95_ms: fleet.lagP95Ms,
  oldest_under_way_ms: fleet.oldestUnderWayMs,
  drift: fleet.drift,
  shopify_access: fleet.shopifyAccess,
  square_access: fleet.squareAccess,
  entitled: fleet.entitled,
  checked_at: fleet.checkedAt,
} satisfies Record<string, SQL | SQLiteColumn>;

/** A column of the fleet. */
export type FleetColumn = keyof typeof SORTS;

/** Returns the column of this name; null when there is none. */
export function parseFleetColumn(text: string): FleetColumn | null {
  return FLEET_COLUMNS.find((column) => column === text) ?? null;
}

/** Every column's name. */
export const FLEET_COLUMNS: readonly FleetColumn[] = [
  'account_id',
  'domain',
  'name',
  'troubles',
  'since',
  'held',
  'blocked',
  'frozen',
  'missing_webhooks',
  'lag_p95_ms',
  'oldest_under_way_ms',
  'drift',
  'shopify_access',
  'square_access',
  'entitled',
  'checked_at',
];

/** Selects accounts and their order. */
export interface FleetQuery {
  readonly limit: number;
  readonly offset: number;
  /** Null: the worst first, then the ones with the oldest problem. */
  readonly sort: { readonly column: FleetColumn; readonly descending: boolean } | null;
  /** Null: with or without problems; `any`: only those with a problem. */
  readonly trouble: HealthProblem | 'any' | null;
  /** '' for all; otherwise domain or name contain it. */
  readonly query: string;
}

const COLUMNS = {
  account: accounts.id,
  shopDomain: accounts.shopDomain,
  name: NAME,
  troubles: fleet.troubles,
  since: fleet.since,
  held: fleet.held,
  blocked: fleet.blocked,
  frozen: fleet.frozen,
  missingWebhooks: fleet.missingWebhooks,
  lagP95Ms: fleet.lagP95Ms,
  oldestUnderWayMs: fleet.oldestUnderWayMs,
  drift: fleet.drift,
  shopifyAccess: fleet.shopifyAccess,
  squareAccess: fleet.squareAccess,
  entitled: fleet.entitled,
  unreachable: fleet.unreachable,
  checkedAt: fleet.checkedAt,
};

/** Returns the kinds among these that any account has. */
export async function accountsWithProblem(db: Db, kinds: readonly HealthProblem[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinct({ trouble: fleetProblems.trouble })
    .from(fleetProblems)
    .where(inArray(fleetProblems.trouble, [...kinds]))
    .all();
  return new Set(rows.map(({ trouble }) => trouble));
}

/** A page of the fleet. */
export interface FleetListing {
  /** Number of matching accounts on all pages. */
  readonly total: number;
  readonly rows: readonly FleetRow[];
  /** Number of accounts with each kind of health problem, regardless of the query. */
  readonly troubles: readonly { readonly trouble: string; readonly accounts: number }[];
}

/** Returns a page of the fleet, and the counts of all health problems. */
export async function listFleet(db: Db, query: FleetQuery): Promise<FleetListing> {
  const wanted = and(hasAnyProblem(query.trouble), matches(query.query));
  const joined = eq(accounts.id, fleet.account);
  const count = db.select({ total: sql<number>`count(*)` }).from(fleet);
  const [rows, counted, troubles] = await db.batch([
    db
      .select(COLUMNS)
      .from(fleet)
      .innerJoin(accounts, joined)
      .where(wanted)
      .orderBy(...orderOf(query.sort))
      .limit(query.limit)
      .offset(query.offset),
    query.query === '' ? count.where(wanted) : count.innerJoin(accounts, joined).where(wanted),
    db
      .select({ trouble: fleetProblems.trouble, accounts: sql<number>`count(*)` })
      .from(fleetProblems)
      .groupBy(fleetProblems.trouble),
  ]);
  return { total: counted[0]?.total ?? 0, rows: rows.map(toRow), troubles };
}

/** Returns one account's row; null when there is no such account. */
export async function fleetRow(db: Db, accountId: AccountId): Promise<FleetRow | null> {
  const row = await db
    .select(COLUMNS)
    .from(fleet)
    .innerJoin(accounts, eq(accounts.id, fleet.account))
    .where(eq(fleet.account, accountId))
    .get();
  return row === undefined ? null : toRow(row);
}

function toRow(row: Omit<FleetRow, 'troubles'> & { readonly troubles: readonly string[] }): FleetRow {
  return { ...row, troubles: row.troubles.map(parseHealthProblem).filter((trouble) => trouble !== null) };
}

function orderOf(sort: FleetQuery['sort']): SQL[] {
  if (sort === null) return [desc(fleet.severity), asc(fleet.since), asc(fleet.account)];
  const column = SORTS[sort.column];
  // Unknown values come last in either direction.
  return [sql`${column} is null`, sort.descending ? desc(column) : asc(column), asc(fleet.account)];
}

function hasAnyProblem(trouble: FleetQuery['trouble']): SQL | undefined {
  if (trouble === null) return undefined;
  if (trouble === 'any') return sql`${fleet.severity} > 0`;
  return sql`${fleet.account} in (select t.account from fleet_troubles as t where t.trouble = ${trouble})`;
}

/** Does not use `like`: D1 accepts patterns of 50 bytes at most. */
function matches(query: string): SQL | undefined {
  if (query === '') return undefined;
  const part = sql`lower(${query})`;
  return or(sql`instr(lower(${accounts.shopDomain}), ${part}) > 0`, sql`instr(lower(${NAME}), ${part}) > 0`);
}

/** Returns the health problems that the account last had. */
export async function knownProblems(db: Db, accountId: AccountId): Promise<Lasting[]> {
  const rows = await db.select().from(fleetProblems).where(eq(fleetProblems.account, accountId)).all();
  return rows.flatMap(({ trouble, since }) => {
    const known = parseHealthProblem(trouble);
    return known === null ? [] : [{ trouble: known, since }];
  });
}

/** Stores a reading; creates nothing for an account that has been deleted meanwhile. Problems are written only if they differ. */
export async function saveFleet(db: Db, figures: FleetFigures, known: readonly Lasting[]): Promise<void> {
  await save(db, figures, known);
}

/** Stores that an account's object does not answer; its figures stay as last read. */
export async function saveSilence(db: Db, silence: FleetSilence, known: readonly Lasting[]): Promise<void> {
  await save(db, silence, known);
}

async function save(db: Db, figures: FleetFigures | FleetSilence, known: readonly Lasting[]): Promise<void> {
  const { account, lasting, ...rest } = figures;
  const since = lasting.length === 0 ? null : Math.min(...lasting.map((one) => one.since));
  const troubles = lasting.map(({ trouble }) => trouble);
  const row = db
    .update(fleet)
    .set({ ...rest, troubles, since })
    .where(eq(fleet.account, account));
  if (sameProblems(known, lasting)) {
    await row.run();
    return;
  }
  const own = eq(fleetProblems.account, account);
  const list = JSON.stringify(lasting);
  await db.batch([
    row,
    db.delete(fleetProblems).where(own),
    db
      .insert(fleetProblems)
      .select(sql`select account, value ->> 'trouble', value ->> 'since' from fleet, json_each(${list}) where account = ${account}`),
  ]);
}

function sameProblems(known: readonly Lasting[], present: readonly Lasting[]): boolean {
  return known.length === present.length && present.every(({ trouble }) => known.some((one) => one.trouble === trouble));
}

/** Returns accounts whose health is to be read again, the longest due first. */
export async function accountsToVisit(db: Db, now: Instant, limit: number): Promise<AccountId[]> {
  const rows = await db
    .select({ account: fleet.account })
    .from(fleet)
    .where(sql`${fleet.visitDue} <= ${now}`)
    .orderBy(fleet.visitDue)
    .limit(limit)
    .all();
  return rows.map(({ account }) => account);
}
