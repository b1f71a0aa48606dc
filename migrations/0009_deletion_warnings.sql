-- When the merchant was told that their data will be deleted because access has ended (ms); a later end of access counts anew. Null: not told.
alter table accounts add column deletion_warned_at integer;
