-- What operators look after all customers with: tasks that carry their own matter, the fleet's health, alerts.

-- where the merchant wants to be told of trouble; '' means nowhere
alter table accounts add column alert_address text not null default '';

-- what a task is about, where account and side do not say it all: a verified webhook as JSON, never its headers; null else
alter table tasks add column body text;
-- the queue message that brought the body: one that is delivered twice is stored once
alter table tasks add column message text;
-- what the task is about in a word, for operators: a webhook's topic
alter table tasks add column subject text not null default '';
-- the platform's own name of whom it concerns, where there may be no account
alter table tasks add column owner text not null default '';
-- when an operator last handed it back after it had been given up
alter table tasks add column replayed_at integer;
-- given up, but a later task did the same work or failed in its place: no dead letter any more
alter table tasks add column settled_at integer;

-- The same work is open once, unless each piece of it has a matter of its own.
drop index tasks_open;
create unique index tasks_open on tasks (account, name, source) where state in ('queued', 'running') and body is null;
create unique index tasks_message on tasks (message) where message is not null;
drop index tasks_due;
create index tasks_ready on tasks (name, due) where state = 'queued';
create index tasks_running on tasks (name, heartbeat) where state = 'running';
create index tasks_ended on tasks (state, finished_at) where state in ('done', 'failed');
create index tasks_dead on tasks (finished_at, id) where state = 'failed' and settled_at is null;

create index audit_actor on audit (actor_shop, id);

-- One row an account: its health when last read from its object.
create table fleet (
  account integer primary key,
  -- kinds of trouble, the worst first, as a JSON list
  troubles text not null default '[]',
  -- of all its troubles together; higher is worse, 0 is none
  severity integer not null default 0,
  -- since when the oldest of them lasts
  since integer,
  held integer not null default 0,
  blocked integer not null default 0,
  frozen integer not null default 0,
  missing_webhooks integer not null default 0,
  lag_p95_ms integer,
  oldest_under_way_ms integer not null default 0,
  drift integer not null default 0,
  shopify_access integer not null default 0,
  square_access integer not null default 0,
  entitled integer not null default 0,
  -- null: never read
  checked_at integer,
  -- when it is to be read again
  visit_due integer not null default 0
);
create index fleet_worst on fleet (severity desc, since, account);
create index fleet_visits on fleet (visit_due);

create table fleet_troubles (
  account integer not null,
  trouble text not null,
  since integer not null,
  primary key (account, trouble)
) without rowid;
create index fleet_troubles_kind on fleet_troubles (trouble, account);

-- Every account has its row, whoever makes or deletes it.
insert into fleet (account) select id from accounts;
create trigger fleet_begins after insert on accounts begin insert or ignore into fleet (account) values (new.id); end;
create trigger fleet_ends after delete on accounts begin
  delete from fleet where account = old.id;
  delete from fleet_troubles where account = old.id;
end;

-- A trouble that was, or is to be, told: one row from its beginning to its end.
create table alerts (
  id integer primary key autoincrement,
  -- 0: it concerns all
  account integer not null default 0,
  -- a kind of trouble, or the name of a scheduled task or a processor
  kind text not null,
  -- for an operator
  message text not null,
  raised_at integer not null,
  -- the trouble is not seen any more; the alert ends when it stays away for a while
  gone_since integer,
  cleared_at integer,
  -- when operators are to be told next, of its beginning or its end; null: nothing to tell, or nowhere
  operator_due integer,
  operator_tries integer not null default 0,
  operator_told_at integer,
  -- when the merchant is to be told; null: not, or not yet known
  merchant_due integer,
  merchant_tries integer not null default 0,
  merchant_told_at integer
);
create unique index alerts_open on alerts (account, kind) where cleared_at is null;
create index alerts_account on alerts (account, id);
create index alerts_ended on alerts (cleared_at) where cleared_at is not null;
create index alerts_operator on alerts (operator_due) where operator_due is not null;
create index alerts_merchant on alerts (merchant_due) where merchant_due is not null;
