import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The shared database as drizzle sees it; `migrations/` makes it and says what each column means. Times are
 * milliseconds. Only files of this folder import these tables: elsewhere rows are plain records.
 */
export const accounts = sqliteTable('accounts', {
  id: integer().primaryKey({ autoIncrement: true }),
  shopDomain: text('shop_domain').notNull().unique(),
  squareMerchantId: text('square_merchant_id').unique(),
  name: text().notNull().default(''),
  shopName: text('shop_name').notNull().default(''),
  email: text().notNull().default(''),
  status: text({ enum: ['active', 'uninstalled'] })
    .notNull()
    .default('active'),
  uninstalledAt: integer('uninstalled_at'),
  subscribed: integer({ mode: 'boolean' }).notNull().default(false),
  accessEnds: integer('access_ends'),
  trialStarted: integer('trial_started'),
  billingCheckedAt: integer('billing_checked_at'),
  entitlementSent: text('entitlement_sent'),
  created: integer().notNull(),
  lastLogin: integer('last_login'),
});

export const sessions = sqliteTable('sessions', {
  idHash: text('id_hash').primaryKey(),
  account: integer().notNull(),
  impersonator: integer(),
  impersonationEnds: integer('impersonation_ends'),
  created: integer().notNull(),
  lastSeen: integer('last_seen').notNull(),
  expires: integer().notNull(),
});

export const oauthStates = sqliteTable('oauth_states', {
  stateHash: text('state_hash').primaryKey(),
  platform: text({ enum: ['shopify', 'square'] }).notNull(),
  shopDomain: text('shop_domain'),
  account: integer(),
  browserHash: text('browser_hash').notNull(),
  expires: integer().notNull(),
});

export const subscriptions = sqliteTable('subscriptions', {
  id: text().primaryKey(),
  account: integer().notNull(),
  name: text().notNull(),
  status: text().notNull(),
  test: integer({ mode: 'boolean' }).notNull(),
  trialDays: integer('trial_days').notNull(),
  amount: text().notNull(),
  currency: text().notNull(),
  created: integer().notNull(),
  currentPeriodEnd: integer('current_period_end'),
  cancelReason: text('cancel_reason').notNull().default(''),
});

export const transactions = sqliteTable('transactions', {
  id: text().primaryKey(),
  account: integer().notNull(),
  subscription: text().notNull(),
  at: integer().notNull(),
  amountCents: integer('amount_cents').notNull(),
  currency: text().notNull(),
});

export const history = sqliteTable(
  'history',
  {
    account: integer().notNull(),
    seq: integer().notNull(),
    at: integer().notNull(),
    originator: text().notNull(),
    location: text().notNull(),
    sku: text().notNull(),
    fact: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.seq] }), index('history_sku').on(table.account, table.sku, table.seq)],
);

export const tasks = sqliteTable('tasks', {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text({ enum: ['snapshot', 'locations', 'erase', 'copy'] }).notNull(),
  account: integer().notNull(),
  source: text({ enum: ['shopify', 'square', ''] })
    .notNull()
    .default(''),
  state: text({ enum: ['queued', 'running', 'done', 'failed'] }).notNull(),
  attempts: integer().notNull().default(0),
  queuedAt: integer('queued_at').notNull(),
  due: integer().notNull(),
  startedAt: integer('started_at'),
  heartbeat: integer(),
  finishedAt: integer('finished_at'),
  progress: integer().notNull().default(0),
  total: integer().notNull().default(0),
  error: text().notNull().default(''),
});

export const processors = sqliteTable('processors', {
  name: text().primaryKey(),
  desired: integer().notNull(),
});

export const scheduled = sqliteTable('scheduled', {
  name: text().primaryKey(),
  schedule: text().notNull(),
  lastAttemptedAt: integer('last_attempted_at'),
  lastSuccess: integer('last_success', { mode: 'boolean' }),
});

export const audit = sqliteTable('audit', {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  actor: integer().notNull(),
  actorShop: text('actor_shop').notNull(),
  subject: integer(),
  method: text().notNull(),
  detail: text().notNull(),
  result: text().notNull(),
  reference: text().notNull(),
});

export const compliance = sqliteTable('compliance', {
  id: integer().primaryKey({ autoIncrement: true }),
  received: integer().notNull(),
  topic: text().notNull(),
  account: integer().notNull(),
  shopDomain: text('shop_domain').notNull(),
  request: text().notNull().default(''),
  completed: integer(),
  outcome: text().notNull().default(''),
});
