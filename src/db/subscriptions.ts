import { and, desc, eq, inArray, sql } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { ShopSubscription } from '../domain/account/subscription';
import type { Instant } from '../domain/instant';
import type { Db } from './database';
import { subscriptions, transactions } from './schema';

/** A subscription of an account as last read. */
export interface StoredSubscription extends ShopSubscription {
  /** In the merchant's words; '' when they gave none or never canceled. */
  readonly cancelReason: string;
}

/** A payment found by reading the subscription. */
export interface Payment {
  readonly id: string;
  readonly subscription: string;
  readonly at: Instant;
  readonly amountCents: number;
  readonly currency: string;
}

/** Returns the account's subscriptions, the newest first. */
export async function subscriptionsOf(db: Db, accountId: AccountId): Promise<StoredSubscription[]> {
  return db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.account, accountId))
    .orderBy(desc(subscriptions.created), desc(subscriptions.id))
    .all()
    .then((rows) => rows.map(({ account: _, created, ...rest }) => ({ ...rest, createdAt: created })));
}

/**
 * Stores the subscriptions that were read and the payments they show, all or nothing. A period end that is no longer
 * stated is kept.
 */
export async function saveSubscriptions(
  db: Db,
  accountId: AccountId,
  read: readonly ShopSubscription[],
  payments: readonly Payment[],
): Promise<void> {
  const writes = [
    ...read.map(({ createdAt, ...rest }) =>
      db
        .insert(subscriptions)
        .values({ ...rest, account: accountId, created: createdAt })
        .onConflictDoUpdate({
          target: subscriptions.id,
          set: {
            status: rest.status,
            name: rest.name,
            amount: rest.amount,
            currency: rest.currency,
            trialDays: rest.trialDays,
            currentPeriodEnd: sql`coalesce(excluded.current_period_end, ${subscriptions.currentPeriodEnd})`,
          },
          setWhere: eq(subscriptions.account, accountId),
        }),
    ),
    ...payments.map((payment) =>
      db
        .insert(transactions)
        .values({ ...payment, account: accountId })
        .onConflictDoNothing(),
    ),
  ];
  const [first, ...rest] = writes;
  if (first !== undefined) await db.batch([first, ...rest]);
}

/** Records that all the account's subscriptions ended: the platform ends them when the app is removed. */
export async function cancelSubscriptionsOf(db: Db, accountId: AccountId): Promise<void> {
  await db
    .update(subscriptions)
    .set({ status: 'CANCELLED' })
    .where(and(eq(subscriptions.account, accountId), inArray(subscriptions.status, ['ACTIVE', 'ACCEPTED', 'FROZEN', 'PENDING'])))
    .run();
}

/** Stores why the merchant canceled. */
export async function saveCancelReason(db: Db, accountId: AccountId, id: string, reason: string): Promise<void> {
  await db
    .update(subscriptions)
    .set({ cancelReason: reason })
    .where(and(eq(subscriptions.account, accountId), eq(subscriptions.id, id)))
    .run();
}

/** Returns the account's payments, the newest first. */
export async function paymentsOf(db: Db, accountId: AccountId, limit: number): Promise<Payment[]> {
  return db
    .select({
      id: transactions.id,
      subscription: transactions.subscription,
      at: transactions.at,
      amountCents: transactions.amountCents,
      currency: transactions.currency,
    })
    .from(transactions)
    .where(eq(transactions.account, accountId))
    .orderBy(desc(transactions.at))
    .limit(limit)
    .all();
}

/** Returns the total that the account has ever paid, in cents. */
export async function paidInAll(db: Db, accountId: AccountId): Promise<number> {
  const row = await db
    .select({ cents: sql<number>`coalesce(sum(${transactions.amountCents}), 0)` })
    .from(transactions)
    .where(eq(transactions.account, accountId))
    .get();
  return row?.cents ?? 0;
}
