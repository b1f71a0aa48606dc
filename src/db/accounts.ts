import { and, eq, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
import type { Db } from './database';
import { accounts } from './schema';

/** A customer, as stored in the shared database. */
export interface Account {
  readonly id: AccountId;
  /** `{shop}.myshopify.com`. */
  readonly shopDomain: string;
  readonly squareMerchantId: string | null;
  /** The name that the merchant gave the account, otherwise the shop's own; '' while neither is known. */
  readonly name: string;
  readonly email: string;
  readonly status: 'active' | 'uninstalled';
  readonly uninstalledAt: Instant | null;
  /** A subscription is active. */
  readonly subscribed: boolean;
  /** When access ends although there is no subscription; null when there is no such end. */
  readonly accessEnds: Instant | null;
  /** When the account's only trial started; null before that. */
  readonly trialStarted: Instant | null;
  readonly entitlementSent: string | null;
  readonly created: Instant;
  readonly lastLogin: Instant | null;
  /** The merchant's address for alerts; '' for none. */
  readonly alertAddress: string;
}

type Row = typeof accounts.$inferSelect;

/** Converts a row to the Worker's Account. */
export function toAccount(row: Row): Account {
  const { shopName, billingCheckedAt: _, ...rest } = row;
  return { ...rest, name: row.name === '' ? shopName : row.name };
}

/** Returns the account by its id; null when there is none. */
export async function findAccount(db: Db, accountId: AccountId): Promise<Account | null> {
  const row = await db.select().from(accounts).where(eq(accounts.id, accountId)).get();
  return row === undefined ? null : toAccount(row);
}

/** Returns the account by its shop domain (lower case); null when there is none. */
export async function findAccountByShop(db: Db, shopDomain: string): Promise<Account | null> {
  const row = await db.select().from(accounts).where(eq(accounts.shopDomain, shopDomain)).get();
  return row === undefined ? null : toAccount(row);
}

/** Finds or creates the shop's account at sign-in; reactivates it if it was uninstalled. */
export async function signInAccount(db: Db, shopDomain: string, now: Instant): Promise<Account> {
  const row = await db
    .insert(accounts)
    .values({ shopDomain, created: now, lastLogin: now })
    .onConflictDoUpdate({ target: accounts.shopDomain, set: { status: 'active', uninstalledAt: null, lastLogin: now } })
    .returning()
    .get();
  return toAccount(row);
}

/** Stores the shop's data from Shopify: its name (shown until the merchant enters one) and mail address. */
export async function saveShopInfo(db: Db, accountId: AccountId, info: { name: string; email: string }): Promise<void> {
  await db.update(accounts).set({ shopName: info.name, email: info.email }).where(eq(accounts.id, accountId)).run();
}

/** Sets the merchant's name for the account; '' restores the shop's own. */
export async function renameAccount(db: Db, accountId: AccountId, name: string): Promise<void> {
  await db.update(accounts).set({ name }).where(eq(accounts.id, accountId)).run();
}

/** Sets the address for the merchant's alerts; '' for none. */
export async function saveAlertAddress(db: Db, accountId: AccountId, alertAddress: string): Promise<void> {
  await db.update(accounts).set({ alertAddress }).where(eq(accounts.id, accountId)).run();
}

/** Returns the id of the account that a webhook belongs to, by shop domain or Square merchant id; null when there is none. */
export async function routeOf(db: Db, source: Source, name: string): Promise<AccountId | null> {
  const column = source === 'shopify' ? accounts.shopDomain : accounts.squareMerchantId;
  const row = await db.select({ id: accounts.id }).from(accounts).where(eq(column, name)).get();
  return row?.id ?? null;
}

/**
 * Assigns the Square merchant to the account, unless another account has it. One statement, so that of two accounts
 * that try at once exactly one gets true.
 */
export async function claimSquareMerchant(db: Db, accountId: AccountId, merchantId: string): Promise<boolean> {
  const taken = sql`exists (select 1 from accounts as other where other.square_merchant_id = ${merchantId} and other.id <> ${accountId})`;
  const result = await db
    .update(accounts)
    .set({ squareMerchantId: merchantId })
    .where(and(eq(accounts.id, accountId), sql`not ${taken}`))
    .run();
  return result.meta.changes > 0;
}

/** Releases the account's Square merchant; with `merchantId`, only if it is that one. */
export async function releaseSquareMerchant(db: Db, accountId: AccountId, merchantId?: string): Promise<void> {
  const held = merchantId === undefined ? isNotNull(accounts.squareMerchantId) : eq(accounts.squareMerchantId, merchantId);
  await db
    .update(accounts)
    .set({ squareMerchantId: null })
    .where(and(eq(accounts.id, accountId), held))
    .run();
}

/** Records that the app was removed from the shop: this ends an active subscription and access. */
export async function markUninstalled(db: Db, accountId: AccountId, now: Instant): Promise<void> {
  await db
    .update(accounts)
    .set({ status: 'uninstalled', uninstalledAt: now, subscribed: false, accessEnds: sql`coalesce(${accounts.accessEnds}, ${now})` })
    .where(and(eq(accounts.id, accountId), ne(accounts.status, 'uninstalled')))
    .run();
}

/** Selects customers. */
export interface AccountsQuery {
  /** A part of domain, mail address or name; '' for all. */
  readonly query: string;
  readonly onlyActive: boolean;
  /** True where nothing is charged: every account that has not removed the app has access. */
  readonly everybodyPaid: boolean;
  readonly limit: number;
  readonly offset: number;
  readonly now: Instant;
}

/** Returns a page of the customer list, ordered by id. */
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

/** Does not use `like`: D1 accepts patterns of 50 bytes at most, and many mail addresses are longer. */
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

/** Returns accounts whose billing was last read before `before`, the longest ago first. */
export async function accountsToBill(db: Db, before: Instant, limit: number): Promise<AccountId[]> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.status, 'active'), or(isNull(accounts.billingCheckedAt), sql`${accounts.billingCheckedAt} < ${before}`)))
    .orderBy(sql`coalesce(${accounts.billingCheckedAt}, 0)`)
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}

/** When an account may be deleted, in ms. */
export interface DeletionTimes {
  /** Access ended before this. */
  readonly before: Instant;
  /** Its merchant was told of the deletion before this; null where nobody pays, and no access ends. */
  readonly warnedBefore: Instant | null;
}

/**
 * Returns accounts to delete: those that removed the app before `before`, and those without a subscription whose access ended before it,
 * and whose merchant has been told since.
 */
export async function accountsToErase(db: Db, { before, warnedBefore }: DeletionTimes, limit: number): Promise<AccountId[]> {
  const removed = and(eq(accounts.status, 'uninstalled'), sql`${accounts.uninstalledAt} < ${before}`);
  const unpaid = and(
    eq(accounts.subscribed, false),
    sql`${accounts.accessEnds} < ${before}`,
    sql`${accounts.deletionWarnedAt} between ${accounts.accessEnds} and ${warnedBefore}`,
  );
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(warnedBefore === null ? removed : or(removed, unpaid))
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}

/** An account whose merchant has to be told that it will be deleted. */
export interface AccountToWarn {
  readonly id: AccountId;
  readonly shopDomain: string;
  /** The address for alerts, else the store's; '' when there is none. */
  readonly address: string;
  /** When access ended. */
  readonly accessEnds: Instant;
}

/** Returns accounts with the app but without a subscription whose access ended before `before`, and whose merchant was not told since. */
export async function accountsToWarn(db: Db, before: Instant, limit: number): Promise<AccountToWarn[]> {
  return db
    .select({
      id: accounts.id,
      shopDomain: accounts.shopDomain,
      address: sql<string>`case ${accounts.alertAddress} when '' then ${accounts.email} else ${accounts.alertAddress} end`,
      accessEnds: sql<number>`${accounts.accessEnds}`,
    })
    .from(accounts)
    .where(
      and(
        eq(accounts.status, 'active'),
        eq(accounts.subscribed, false),
        sql`${accounts.accessEnds} < ${before}`,
        or(isNull(accounts.deletionWarnedAt), sql`${accounts.deletionWarnedAt} < ${accounts.accessEnds}`),
      ),
    )
    .orderBy(accounts.accessEnds)
    .limit(limit)
    .all();
}

/** Records that the merchant was told of the deletion. */
export async function noteDeletionWarned(db: Db, accountId: AccountId, now: Instant): Promise<void> {
  await db.update(accounts).set({ deletionWarnedAt: now }).where(eq(accounts.id, accountId)).run();
}

/** Stores the result of reading the account's billing. */
export async function saveBilling(
  db: Db,
  accountId: AccountId,
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

/** Records which entitlement the account's object has acknowledged. */
export async function saveEntitlementSent(db: Db, accountId: AccountId, sent: string): Promise<void> {
  await db.update(accounts).set({ entitlementSent: sent }).where(eq(accounts.id, accountId)).run();
}

/** Records a billing check that could not read anything, so that the next account gets its turn. */
export async function touchBilling(db: Db, accountId: AccountId, now: Instant): Promise<void> {
  await db.update(accounts).set({ billingCheckedAt: now }).where(eq(accounts.id, accountId)).run();
}
