-- The shared database: what is looked at across accounts. Times are milliseconds since 1970-01-01 UTC, money is in cents.
-- One account's stock lives in that account's own object, never here.

-- Ids are never used twice (autoincrement): an account's object is named by its id and must not meet a predecessor's rows.
create table accounts (
  id integer primary key autoincrement,
  shop_domain text not null unique,
  -- the routing of Square's webhooks, and the arbiter of 'one Square merchant, one account'
  square_merchant_id text unique,
  -- the name the merchant gave; '' means the shop's own name stands
  name text not null default '',
  shop_name text not null default '',
  email text not null default '',
  -- active, uninstalled
  status text not null default 'active',
  uninstalled_at integer,
  subscribed integer not null default 0,
  -- access runs until then though nothing is subscribed; null: none, or subscribed
  access_ends integer,
  -- first activation of any subscription: the trial is counted from here, once per account
  trial_started integer,
  billing_checked_at integer,
  -- the entitlement that the account's object has acknowledged, as JSON; null: none yet
  entitlement_sent text,
  created integer not null,
  last_login integer
);
create index accounts_billing on accounts (billing_checked_at);
create index accounts_ends on accounts (access_ends) where access_ends is not null;

-- id_hash is the SHA-256 of the cookie's value, base64url: a copy of this table opens no session.
create table sessions (
  id_hash text primary key,
  -- whose data is shown: the merchant, also while an operator impersonates him
  account integer not null,
  -- the operator's own account while impersonating
  impersonator integer,
  impersonation_ends integer,
  created integer not null,
  last_seen integer not null,
  -- absolute end
  expires integer not null
) without rowid;
create index sessions_account on sessions (account);
create index sessions_impersonator on sessions (impersonator) where impersonator is not null;
create index sessions_expires on sessions (expires);

-- One row an OAuth request under way; deleted by the first callback that presents it.
create table oauth_states (
  state_hash text primary key,
  platform text not null,
  -- the shop that the grant was asked for (shopify)
  shop_domain text,
  -- the signed-in account that asked (square)
  account integer,
  browser_hash text not null,
  expires integer not null
) without rowid;
create index oauth_states_expires on oauth_states (expires);

create table subscriptions (
  -- Shopify's GID
  id text primary key,
  account integer not null,
  name text not null,
  -- Shopify's AppSubscriptionStatus
  status text not null,
  test integer not null,
  trial_days integer not null,
  -- decimal text as Shopify states it
  amount text not null,
  currency text not null,
  created integer not null,
  -- the last one read; kept when Shopify stops stating it after a cancellation
  current_period_end integer,
  cancel_reason text not null default ''
) without rowid;
create index subscriptions_account on subscriptions (account, created);

create table transactions (
  -- subscription number and the end of the period that was paid
  id text primary key,
  account integer not null,
  subscription text not null,
  at integer not null,
  amount_cents integer not null,
  currency text not null
) without rowid;
create index transactions_account on transactions (account, at);

-- Written in batches from the account's object; the fact is JSON, the message is made from it when read.
create table history (
  account integer,
  seq integer,
  at integer,
  originator text,
  location text,
  sku text,
  fact text,
  primary key (account, seq)
) without rowid;
create index history_sku on history (account, sku, seq);

-- The truth about background work; a queue message is only a wake-up.
create table tasks (
  id integer primary key autoincrement,
  name text not null,
  account integer not null,
  -- shopify, square, or '' where the task has no side
  source text not null default '',
  -- queued, running, done, failed
  state text not null,
  -- failures in a row
  attempts integer not null default 0,
  queued_at integer not null,
  -- not to be started before
  due integer not null,
  started_at integer,
  heartbeat integer,
  finished_at integer,
  progress integer not null default 0,
  total integer not null default 0,
  error text not null default ''
);
create unique index tasks_open on tasks (account, name, source) where state in ('queued', 'running');
create index tasks_due on tasks (due) where state in ('queued', 'running');
create index tasks_account on tasks (account, id);

-- How many of each kind of task may run at once; 0 pauses the kind.
create table processors (
  name text primary key,
  desired integer not null
) without rowid;

create table scheduled (
  name text primary key,
  -- cron notation, UTC
  schedule text not null,
  last_attempted_at integer,
  last_success integer
) without rowid;

-- What operators did. Append only, as the triggers see to.
create table audit (
  id integer primary key autoincrement,
  at integer not null,
  actor integer not null,
  actor_shop text not null,
  subject integer,
  method text not null,
  -- JSON: the ids that the call named; never payloads, tokens or names
  detail text not null,
  result text not null,
  reference text not null
);
create index audit_subject on audit (subject, id);
create trigger audit_is_not_updated before update on audit begin select raise(abort, 'audit rows are append only'); end;
create trigger audit_is_not_deleted before delete on audit begin select raise(abort, 'audit rows are append only'); end;

-- The platform's privacy requests; evidence that each was answered. Holds no customer's data.
create table compliance (
  id integer primary key autoincrement,
  received integer not null,
  topic text not null,
  account integer not null,
  shop_domain text not null,
  -- the platform's own number of the request, '' where it gives none
  request text not null default '',
  completed integer,
  outcome text not null default ''
);
create index compliance_account on compliance (account, id);
