-- What stays of a deleted account: the number that it had here, and a receipt. No name of a shop or of a merchant.

-- Evidence that an account was deleted, kept for good.
create table deletions (
  -- our own number of the account, used once
  account integer primary key,
  -- SHA-256 in hex of the shop domain in lower case: whoever knows the domain can find the receipt, and nobody can read it off
  receipt text not null,
  begun integer not null,
  completed integer,
  -- what became of our access: 'ended' by us, 'none' (there was none any more), 'later' (the platform could not be reached)
  shopify text not null,
  square text not null
) without rowid;
create index deletions_receipt on deletions (receipt);

-- The audit names accounts by our own number alone; shop domains are looked up when it is read. Older entries are cleaned once.
drop trigger audit_is_not_updated;
drop index audit_actor;
alter table audit drop column actor_shop;
update audit set detail = json_remove(detail, '$.domain') where json_extract(detail, '$.domain') <> '';
update audit set detail = json_remove(detail, '$.merchant_id') where json_extract(detail, '$.merchant_id') <> '';
create index audit_actor on audit (actor, id);
create trigger audit_is_not_updated before update on audit begin select raise(abort, 'audit rows are append only'); end;

-- The same for privacy requests of accounts that were deleted since.
update compliance set shop_domain = '' where account not in (select id from accounts);
