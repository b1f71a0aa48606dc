-- Operators' switch for all requests that change stock: one row for each pair of account and platform that was ever paused.
create table write_pauses (
  -- 0: every account
  account integer not null default 0,
  -- '': both platforms
  source text not null default '' check (source in ('', 'shopify', 'square')),
  -- in force; 0: ended by the change below
  active integer not null,
  -- number of the last change: a later change of any row has a higher one
  revision integer not null unique,
  -- who made it, why, and when
  actor_shop text not null,
  reason text not null,
  since integer not null,
  primary key (account, source)
) without rowid;
