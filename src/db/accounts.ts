import { and, eq, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';

import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
import type { Db } from './database';
import { accounts } from './schema';

/** A customer, as the shared database knows him. */
export interface Account {
  readonly id: number;
  /** `{shop}.myshopify.com`. */
  readonly shopDomain: string;
  readonly squareMerchantId: string | null;
  /** What the merchant calls the account, else the shop's own name; '' while neither is known. */
  readonly name: string;
  readonly email: string;
  readonly status: 'active' | 'uninstalled';
  readonly uninstalledAt: Instant | null;
  /** A subscription is active. */
  readonly subscribed: boolean;
  /** Access runs until then though nothing is subscribed; null when there is no such end. */
  readonly accessEnds: Instant | null;
  /** When the account's one trial began; null while it has not. */
  readonly trialStarted: Instant | null;
  readonly entitlementSent: string | null;
  readonly created: Instant;
  readonly lastLogin: Instant | null;
  /** Where the merchant is told of trouble; '' for nowhere. */
  readonly alertAddress: string;
}

type Row = typeof accounts.$inferSelect;

/** A row as the rest of the Worker knows it. */
export function toAccount(row: Row): Account {
  const { shopName, billingCheckedAt: _, ...rest } = row;
  return { ...rest, name: row.name === '' ? shopName : row.name };
}

/** The account by its id; null when there is none. */
export async function findAccount(db: Db, accountId: number): Promise<Account | null> {
  const row = await db.select().from(accounts).where(eq(accounts.id, accountId)).get();
  return row === undefined ? null : toAccount(row);
}

/** The account by its shop domain (lower case); null when there is none. */
export async function findAccountByShop(db: Db, shopDomain: string): Promise<Account | null> {
  const row = await db.select().from(accounts).where(eq(accounts.shopDomain, shopDomain)).get();
  return row === undefined ? null : toAccount(row);
}

/** Finds or makes the shop's account at a sign-in: active again if it was uninstalled. */
export async function signInAccount(db: Db, shopDomain: string, now: Instant): Promise<Account> {
  const row = await db
    .insert(accounts)
    .values({ shopDomain, created: now, lastLogin: now })
    .onConflictDoUpdate({ target: accounts.shopDomain, set: { status: 'active', uninstalledAt: null, lastLogin: now } })
    .returning()
    .get();
  return toAccount(row);
}

/** What Shopify says of the shop: its name (shown until the merchant gives his own) and mail address. */
export async function saveShopInfo(db: Db, accountId: number, info: { name: string; email: string }): Promise<void> {
  await db.update(accounts).set({ shopName: info.name, email: info.email }).where(eq(accounts.id, accountId)).run();
}

/** The name that the merchant gives the account; '' goes back to the shop's own. */
export async function renameAccount(db: Db, accountId: number, name: string): Promise<void> {
  await db.update(accounts).set({ name }).where(eq(accounts.id, accountId)).run();
}

/** Where the merchant wants to be told of trouble; '' for nowhere. */
export async function saveAlertAddress(db: Db, accountId: number, alertAddress: string): Promise<void> {
  await db.update(accounts).set({ alertAddress }).where(eq(accounts.id, accountId)).run();
}

/** Whose webhook it is: shop domain or Square merchant id to account id; null when nobody's. */
export async function routeOf(db: Db, source: Source, name: string): Promise<number | null> {
  const column = source === 'shopify' ? accounts.shopDomain : accounts.squareMerchantId;
  const row = await db.select({ id: accounts.id }).from(accounts).where(eq(column, name)).get();
  return row?.id ?? null;
}

/**
 * Gives the Square merchant to the account, unless another account has him. One statement, so that of two accounts that
 * try at once exactly one is answered true.
 */
export async function claimSquareMerchant(db: Db, accountId: number, merchantId: string): Promise<boolean> {
  const taken = sql`exists (select 1 from accounts as other where other.square_merchant_id = ${merchantId} and other.id <> ${accountId})`;
  const result = await db
    .update(accounts)
    .set({ squareMerchantId: merchantId })
    .where(and(eq(accounts.id, accountId), sql`not ${taken}`))
    .run();
  return result.meta.changes > 0;
}

/** Ends the account's hold on its Square merchant; with `merchantId`, only if it is that one. */
export async function releaseSquareMerchant(db: Db, accountId: number, merchantId?: string): Promise<void> {
  const held = merchantId === undefined ? isNotNull(accounts.squareMerchantId) : eq(accounts.squareMerchantId, merchantId);
  await db
    .update(accounts)
    .set({ squareMerchantId: null })
    .where(and(eq(accounts.id, accountId), held))
    .run();
}

/** Notes that the app was removed from the shop: a running subscription ended with it, and so did access. */
export async function markUninstalled(db: Db, accountId: number, now: Instant): Promise<void> {
  await db
    .update(accounts)
    .set({ status: 'uninstalled', uninstalledAt: now, subscribed: false, accessEnds: sql`coalesce(${accounts.accessEnds}, ${now})` })
    .where(and(eq(accounts.id, accountId), ne(accounts.status, 'uninstalled')))
    .run();
}

/** Which customers to list. */
export interface AccountsQuery {
  /** A part of domain, mail address or name; '' for all. */
  readonly query: string;
  readonly onlyActive: boolean;
  /** Where nothing is charged: whoever has not removed the app has access. */
  readonly everybodyPaid: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly now: Instant;
}

/** A page of the customer list, by id. */
export async function listAccounts(db: Db, request: AccountsQuery): Promise<{ total: number; accounts: Account[] }> {
  const wanted = and(matches(request.query), request.onlyActive ? hasAccess(request) : undefined);
  const [rows, counted] = await Promise.all([
    db.select().from(accounts).where(wanted).orderBy(accounts.id).limit(request.limit).offset(request.offset).all(),
    db
      .select({ total: sql<number>`count(*)` })
      .from(accounts)
      .where(wanted)
      .get(),
  ]);
  return { total: counted?.total ?? 0, accounts: rows.map(toAccount) };
}

/** Not by `like`: D1 takes patterns of 50 bytes at most, and many a mail address is longer. */
function matches(query: string): SQL | undefined {
  if (query === '') return undefined;
  const part = sql`lower(${query})`;
  return or(
    sql`instr(lower(${accounts.shopDomain}), ${part}) > 0`,
    sql`instr(lower(${accounts.email}), ${part}) > 0`,
    sql`instr(lower(case ${accounts.name} when '' then ${accounts.shopName} else ${accounts.name} end), ${part}) > 0`,
  );
}

function hasAccess({ now, everybodyPaid }: AccountsQuery): SQL | undefined {
  const paid = or(eq(accounts.subscribed, true), sql`${accounts.accessEnds} > ${now}`);
  return and(eq(accounts.status, 'active'), everybodyPaid ? undefined : paid);
}

/** Accounts whose billing was last read before `before`, the longest ago first. */
export async function accountsToBill(db: Db, before: Instant, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.status, 'active'), or(isNull(accounts.billingCheckedAt), sql`${accounts.billingCheckedAt} < ${before}`)))
    .orderBy(sql`coalesce(${accounts.billingCheckedAt}, 0)`)
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}

/**
 * Accounts to be deleted: those that removed the app before `before`, and, where merchants pay (`lapsed`), those without a
 * subscription whose access ended before it.
 */
export async function accountsToErase(db: Db, before: Instant, lapsed: boolean, limit: number): Promise<number[]> {
  const removed = and(eq(accounts.status, 'uninstalled'), sql`${accounts.uninstalledAt} < ${before}`);
  const unpaid = and(eq(accounts.subscribed, false), sql`${accounts.accessEnds} < ${before}`);
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(lapsed ? or(removed, unpaid) : removed)
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}

/** What a read of the account's billing came to. */
export async function saveBilling(
  db: Db,
  accountId: number,
  billing: {
    readonly subscribed: boolean;
    readonly accessEnds: Instant | null;
    readonly trialStarted: Instant | null;
    readonly checkedAt: Instant;
  },
): Promise<void> {
  const { checkedAt, ...rest } = billing;
  await db
    .update(accounts)
    .set({ ...rest, billingCheckedAt: checkedAt })
    .where(eq(accounts.id, accountId))
    .run();
}

/** Notes which entitlement the account's object has acknowledged. */
export async function saveEntitlementSent(db: Db, accountId: number, sent: string): Promise<void> {
  await db.update(accounts).set({ entitlementSent: sent }).where(eq(accounts.id, accountId)).run();
}

/** Notes that billing was looked at and nothing could be read, so that the next account gets its turn. */
export async function touchBilling(db: Db, accountId: number, now: Instant): Promise<void> {
  await db.update(accounts).set({ billingCheckedAt: now }).where(eq(accounts.id, accountId)).run();
}
