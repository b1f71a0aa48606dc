import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

import type { AccountId } from '../domain/account/account-id';
import type { Source } from '../domain/source';
import { TASK_NAMES } from './task-names';

/** Values of a column for a platform; '' where a row is about no single one. */
const ANY_SOURCE = { enum: ['', 'shopify', 'square'] } as const;

/**
 * The shared database as drizzle sees it; `migrations/` creates it and documents each column. Times are milliseconds.
 * Only files of this folder import these tables: elsewhere rows are plain records.
 */
export const accounts = sqliteTable('accounts', {
  id: integer().primaryKey({ autoIncrement: true }).$type<AccountId>(),
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
  alertAddress: text('alert_address').notNull().default(''),
  deletionWarnedAt: integer('deletion_warned_at'),
});

export const sessions = sqliteTable('sessions', {
  idHash: text('id_hash').primaryKey(),
  account: integer().$type<AccountId>().notNull(),
  impersonator: integer().$type<AccountId>(),
  impersonationEnds: integer('impersonation_ends'),
  created: integer().notNull(),
  lastSeen: integer('last_seen').notNull(),
  expires: integer().notNull(),
});

export const oauthStates = sqliteTable('oauth_states', {
  stateHash: text('state_hash').primaryKey(),
  platform: text({ enum: ['shopify', 'square'] }).notNull(),
  shopDomain: text('shop_domain'),
  account: integer().$type<AccountId>(),
  browserHash: text('browser_hash').notNull(),
  expires: integer().notNull(),
});

export const subscriptions = sqliteTable('subscriptions', {
  id: text().primaryKey(),
  account: integer().$type<AccountId>().notNull(),
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
  account: integer().$type<AccountId>().notNull(),
  subscription: text().notNull(),
  at: integer().notNull(),
  amountCents: integer('amount_cents').notNull(),
  currency: text().notNull(),
});

/** Lines of the history that earlier releases delivered, one to a row; new ones go to `historyBatches`. */
export const history = sqliteTable(
  'history',
  {
    account: integer().$type<AccountId>().notNull(),
    seq: integer().notNull(),
    at: integer().notNull(),
    originator: text().notNull(),
    location: text().notNull(),
    sku: text().notNull(),
    fact: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.seq] }), index('history_sku').on(table.account, table.sku, table.seq)],
);

/** Lines of the history, all of a delivery in one row; `at` is the time of the newest. */
export const historyBatches = sqliteTable(
  'history_batches',
  {
    account: integer().$type<AccountId>().notNull(),
    last: integer().notNull(),
    first: integer().notNull(),
    count: integer().notNull(),
    at: integer().notNull(),
    lines: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.last] })],
);

/** What is left of old lines: sums per day (UTC), SKU, and platform that was changed ('' for lines that are no change), in 1/100,000 unit. */
export const historyDays = sqliteTable(
  'history_days',
  {
    account: integer().$type<AccountId>().notNull(),
    day: integer().notNull(),
    sku: text().notNull(),
    side: text({ enum: ['shopify', 'square', ''] }).notNull(),
    lines: integer().notNull(),
    added: integer().notNull(),
    removed: integer().notNull(),
    last: integer(),
  },
  (table) => [primaryKey({ columns: [table.account, table.day, table.sku, table.side] })],
);

/** Causes of lines of the history, many to a row. */
export const historyCauses = sqliteTable(
  'history_causes',
  {
    account: integer().$type<AccountId>().notNull(),
    last: integer().notNull(),
    source: text({ enum: ['shopify', 'square'] }).notNull(),
    first: integer().notNull(),
    causes: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.last, table.source] })],
);

/** Where the lines of each SKU are. */
export const historyIndex = sqliteTable(
  'history_index',
  {
    account: integer().$type<AccountId>().notNull(),
    bucket: integer().notNull(),
    first: integer().notNull(),
    last: integer().notNull(),
    skus: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.bucket, table.first] })],
);

/** How far the lines of each account are in the index. */
export const historyIndexed = sqliteTable('history_indexed', {
  account: integer().$type<AccountId>().primaryKey(),
  last: integer().notNull(),
});

export const tasks = sqliteTable('tasks', {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text({ enum: TASK_NAMES }).notNull(),
  account: integer().$type<AccountId | 0>().notNull(),
  source: text(ANY_SOURCE).notNull().default(''),
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
  body: text(),
  message: text(),
  subject: text().notNull().default(''),
  owner: text().notNull().default(''),
  replayedAt: integer('replayed_at'),
  settledAt: integer('settled_at'),
});

export const processors = sqliteTable('processors', { name: text().primaryKey(), desired: integer().notNull() });

export const scheduled = sqliteTable('scheduled', {
  name: text().primaryKey(),
  schedule: text().notNull(),
  lastAttemptedAt: integer('last_attempted_at'),
  lastSuccess: integer('last_success', { mode: 'boolean' }),
});

export const audit = sqliteTable('audit', {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  actor: integer().$type<AccountId>().notNull(),
  subject: integer().$type<AccountId>(),
  method: text().notNull(),
  detail: text().notNull(),
  result: text().notNull(),
  reference: text().notNull(),
});

export const fleet = sqliteTable('fleet', {
  account: integer().$type<AccountId>().primaryKey(),
  troubles: text({ mode: 'json' }).$type<readonly string[]>().notNull().default([]),
  severity: integer().notNull().default(0),
  since: integer(),
  held: integer().notNull().default(0),
  blocked: integer().notNull().default(0),
  frozen: integer().notNull().default(0),
  missingWebhooks: integer('missing_webhooks').notNull().default(0),
  lagP95Ms: integer('lag_p95_ms'),
  oldestUnderWayMs: integer('oldest_under_way_ms').notNull().default(0),
  drift: integer().notNull().default(0),
  shopifyAccess: integer('shopify_access', { mode: 'boolean' }).notNull().default(false),
  squareAccess: integer('square_access', { mode: 'boolean' }).notNull().default(false),
  entitled: integer({ mode: 'boolean' }).notNull().default(false),
  unreachable: text({ mode: 'json' }).$type<readonly Source[]>().notNull().default([]),
  sealedBy: text('sealed_by', { mode: 'json' }).$type<Readonly<Record<string, number>>>(),
  checkedAt: integer('checked_at'),
  visitDue: integer('visit_due').notNull().default(0),
});

export const fleetProblems = sqliteTable(
  'fleet_troubles',
  { account: integer().$type<AccountId>().notNull(), trouble: text().notNull(), since: integer().notNull() },
  (table) => [primaryKey({ columns: [table.account, table.trouble] })],
);

export const writePauses = sqliteTable(
  'write_pauses',
  {
    account: integer().$type<AccountId | 0>().notNull().default(0),
    source: text(ANY_SOURCE).notNull().default(''),
    active: integer({ mode: 'boolean' }).notNull(),
    revision: integer().notNull().unique(),
    actorShop: text('actor_shop').notNull(),
    reason: text().notNull(),
    since: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.source] })],
);

export const alerts = sqliteTable('alerts', {
  id: integer().primaryKey({ autoIncrement: true }),
  account: integer().$type<AccountId | 0>().notNull().default(0),
  kind: text().notNull(),
  source: text(ANY_SOURCE).notNull().default(''),
  message: text().notNull(),
  raisedAt: integer('raised_at').notNull(),
  goneSince: integer('gone_since'),
  clearedAt: integer('cleared_at'),
  operatorDue: integer('operator_due'),
  operatorTries: integer('operator_tries').notNull().default(0),
  operatorToldAt: integer('operator_told_at'),
  merchantDue: integer('merchant_due'),
  merchantTries: integer('merchant_tries').notNull().default(0),
  merchantToldAt: integer('merchant_told_at'),
});

export const alertMessages = sqliteTable('alert_messages', {
  id: integer().primaryKey({ autoIncrement: true }),
  own: integer({ mode: 'boolean' }).notNull(),
  kind: text().notNull(),
  source: text(ANY_SOURCE).notNull(),
  beganAt: integer('began_at').notNull(),
  toldAt: integer('told_at'),
  updates: integer().notNull().default(0),
  due: integer().notNull(),
  tries: integer().notNull().default(0),
  updateDue: integer('update_due').notNull().default(0),
  endedAt: integer('ended_at'),
});

/** Pairs of variants that merchants keep separate, by the platforms' IDs: Shopify's as the number's text. */
export const separatePairs = sqliteTable(
  'separate_pairs',
  {
    account: integer().$type<AccountId>().notNull(),
    shopifyId: text('shopify_id').notNull(),
    squareId: text('square_id').notNull(),
    created: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.shopifyId, table.squareId] })],
);

export const deletions = sqliteTable('deletions', {
  account: integer().$type<AccountId>().primaryKey(),
  receipt: text().notNull(),
  begun: integer().notNull(),
  completed: integer(),
  shopify: text({ enum: ['ended', 'none', 'later'] }).notNull(),
  square: text({ enum: ['ended', 'none', 'later'] }).notNull(),
});

export const compliance = sqliteTable('compliance', {
  id: integer().primaryKey({ autoIncrement: true }),
  received: integer().notNull(),
  topic: text().notNull(),
  account: integer().$type<AccountId | 0>().notNull(),
  shopDomain: text('shop_domain').notNull(),
  request: text().notNull().default(''),
  completed: integer(),
  outcome: text().notNull().default(''),
});
