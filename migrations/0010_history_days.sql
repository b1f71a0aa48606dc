-- What is left of lines of the history after 400 days: sums per day, SKU, and platform. Quantities are in 1/100,000 unit.
create table history_days (
  account integer not null,
  -- days since 1970-01-01 UTC
  day integer not null,
  sku text not null,
  -- the platform that was changed from outside; '' for all other lines
  side text not null,
  lines integer not null,
  added integer not null,
  -- zero or negative
  removed integer not null,
  -- the platform's number after its last change of the day; null where side is ''
  last integer,
  primary key (account, day, sku, side)
) without rowid;
