-- Operators are told of all alerts of a kind and a platform in one message, which is updated, and ended once.

-- the platform that the trouble is about: 'shopify', 'square', or '' where it is none alone
alter table alerts add column source text not null default '';
create index alerts_kind on alerts (kind, source, id);

create table alert_messages (
  id integer primary key autoincrement,
  -- it concerns all, and no account
  own integer not null,
  kind text not null,
  source text not null,
  -- when the first of its alerts was raised
  began_at integer not null,
  -- when it was first told; null: not yet
  told_at integer,
  -- how often it was told since
  updates integer not null default 0,
  -- not told again before, as the last attempt is under way or failed
  due integer not null,
  tries integer not null default 0,
  -- no update before
  update_due integer not null default 0,
  -- the end was told, or there was nothing left to tell
  ended_at integer
);
create unique index alert_messages_open on alert_messages (own, kind, source) where ended_at is null;
create index alert_messages_ended on alert_messages (ended_at) where ended_at is not null;

-- What operators were told of one by one, and lasts: they hear of its end.
insert into alert_messages (own, kind, source, began_at, told_at, due)
  select account = 0, kind, '', min(raised_at), min(operator_told_at), 0 from alerts
  where cleared_at is null and operator_told_at is not null group by account = 0, kind;
