-- Lines of the history as the account's object delivers them: all lines of a delivery in one row, because a row written is what a
-- delivery costs. Lines that earlier releases delivered stay in the table history, one to a row, until they are old.
create table history_batches (
  account integer not null,
  -- the number of the newest line, and of the oldest
  last integer not null,
  first integer not null,
  count integer not null,
  -- the time of the newest line
  at integer not null,
  -- JSON: a list of [number, time, originator, location, SKU, fact], the oldest first
  lines text not null,
  primary key (account, last)
) without rowid;

-- After a rollback, the release before delivers again what was not known to be delivered. What is in a batch must not get a row as well.
create trigger history_delivered_in_batch before insert on history
when new.seq <= (select max(last) from history_batches where account = new.account)
begin
  select raise(ignore);
end;
