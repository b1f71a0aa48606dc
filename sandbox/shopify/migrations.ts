import type { Migration } from '../world-api';

/**
 * Shopify's tables. Times are sandbox ms, prices minor units, lists and options JSON. One inventory item per variant, stored in the
 * variant's row.
 */
export const shopifyMigrations: readonly Migration[] = [
  {
    id: 'shopify-1',
    sql: `
      create table shopify_sequence (kind text primary key, next integer not null) without rowid;
      create table shopify_shop (
        domain text primary key, id integer not null, name text not null, email text not null, owner_name text not null, created_at integer not null
      ) without rowid;
      create table shopify_location (
        id integer primary key, shop text not null, name text not null, active integer not null, address text not null,
        created_at integer not null, updated_at integer not null
      );
      create index shopify_location_shop on shopify_location (shop, name);
      create table shopify_product (
        id integer primary key, shop text not null, title text not null, handle text not null, status text not null, description text not null,
        vendor text not null, type text not null, tags text not null, options text not null, media text not null,
        created_at integer not null, updated_at integer not null
      );
      create index shopify_product_shop on shopify_product (shop, id);
      create unique index shopify_product_handle on shopify_product (shop, handle);
      create table shopify_variant (
        id integer primary key, shop text not null, product_id integer not null, position integer not null, title text not null,
        options text not null, sku text, barcode text, price integer not null, compare_at integer, policy text not null, taxable integer not null,
        item_id integer not null, tracked integer not null, requires_shipping integer not null,
        created_at integer not null, updated_at integer not null, item_updated_at integer not null
      );
      create index shopify_variant_shop on shopify_variant (shop, id);
      create index shopify_variant_product on shopify_variant (product_id, position);
      create unique index shopify_variant_item on shopify_variant (item_id);
      create index shopify_variant_sku on shopify_variant (shop, sku);
      create table shopify_level (
        item_id integer not null, location_id integer not null, available integer not null, committed integer not null, active integer not null,
        created_at integer not null, updated_at integer not null, primary key (item_id, location_id)
      ) without rowid;
      create index shopify_level_location on shopify_level (location_id, item_id);

      create table shopify_install (
        shop text primary key, id integer not null, scopes text not null, installed_at integer not null
      ) without rowid;
      create table shopify_grant (code text primary key, shop text not null, scopes text not null, expires_at integer not null) without rowid;
      create table shopify_access_token (token text primary key, shop text not null, scopes text not null, expires_at integer) without rowid;
      create index shopify_access_token_shop on shopify_access_token (shop);
      create table shopify_refresh_token (
        token text primary key, shop text not null, scopes text not null, expires_at integer not null, replaces text
      ) without rowid;
      create index shopify_refresh_token_shop on shopify_refresh_token (shop);
      create table shopify_bucket (shop text not null, app text not null, available real not null, at integer not null, primary key (shop, app)) without rowid;

      create table shopify_idempotency (
        shop text not null, app text not null, key text not null, mutation text not null, fingerprint text not null, at integer not null,
        busy_until integer not null, outcome text not null, result text not null, primary key (shop, app, key)
      ) without rowid;
      create index shopify_idempotency_at on shopify_idempotency (at);

      create table shopify_webhook (
        id integer primary key, shop text not null, topic text not null, uri text not null, format text not null, include_fields text not null,
        metafield_namespaces text not null, name text, api_version text not null, created_at integer not null, updated_at integer not null
      );
      create index shopify_webhook_topic on shopify_webhook (shop, topic);

      create table shopify_subscription (
        id integer primary key, shop text not null, name text not null, status text not null, test integer not null, trial_days integer not null,
        amount text not null, currency text not null, interval text not null, return_url text not null, signature text not null,
        created_at integer not null, updated_at integer not null, activated_at integer, period_end integer
      );
      create index shopify_subscription_shop on shopify_subscription (shop, id);

      create table shopify_bulk (
        id integer primary key, shop text not null, app text not null, version text not null, scopes text not null, query text not null,
        status text not null, error_code text, created_at integer not null, completed_at integer, cursor text, objects integer not null,
        roots integer not null, bytes integer not null, secret text not null
      );
      create index shopify_bulk_shop on shopify_bulk (shop, id);
      create table shopify_bulk_chunk (
        bulk_id integer not null, start integer not null, body blob not null, primary key (bulk_id, start)
      ) without rowid;
      create table shopify_product_operation (id integer primary key, shop text not null, product_id integer not null);`,
  },
  {
    id: 'shopify-2',
    sql: `
      -- what was sold, as far as orders are counted
      create table shopify_order (id integer primary key, shop text not null, created_at integer not null);
      create index shopify_order_shop on shopify_order (shop, created_at);`,
  },
  {
    id: 'shopify-3',
    sql: `
      -- former levels for reads that lag, each with the real time (ms) until which it held; MAX_READ_LAG_MS and no longer
      create table shopify_level_past (
        n integer primary key, item_id integer not null, location_id integer not null, available integer not null, committed integer not null,
        active integer not null, updated_at integer not null, until real not null
      );
      create index shopify_level_past_level on shopify_level_past (item_id, location_id, n);
      create index shopify_level_past_until on shopify_level_past (until);
      create trigger shopify_level_kept after update on shopify_level begin
        delete from shopify_level_past where until < unixepoch('subsec') * 1000 - 60000;
        insert into shopify_level_past (item_id, location_id, available, committed, active, updated_at, until)
          values (old.item_id, old.location_id, old.available, old.committed, old.active, old.updated_at, unixepoch('subsec') * 1000);
      end;
      -- what a fault makes of a bulk operation: '' for nothing
      alter table shopify_bulk add column fault text not null default '';`,
  },
  {
    id: 'shopify-4',
    sql: `
      -- set aside: on hand, neither for sale nor promised to an order
      alter table shopify_level add column aside integer not null default 0;
      -- when each quantity last changed, as GraphQL states it; null until then
      alter table shopify_level add column available_at integer;
      alter table shopify_level add column committed_at integer;
      alter table shopify_level add column on_hand_at integer;
      create trigger shopify_level_times after update of available, committed, aside on shopify_level begin
        update shopify_level set
          available_at = iif(new.available = old.available, available_at, new.updated_at),
          committed_at = iif(new.committed = old.committed, committed_at, new.updated_at),
          on_hand_at = iif(new.available + new.committed + new.aside = old.available + old.committed + old.aside, on_hand_at, new.updated_at)
          where item_id = new.item_id and location_id = new.location_id;
      end;
      drop trigger shopify_level_kept;
      alter table shopify_level_past add column aside integer not null default 0;
      alter table shopify_level_past add column available_at integer;
      alter table shopify_level_past add column committed_at integer;
      alter table shopify_level_past add column on_hand_at integer;
      create trigger shopify_level_kept after update of available, committed, aside, active, updated_at on shopify_level begin
        delete from shopify_level_past where until < unixepoch('subsec') * 1000 - 60000;
        insert into shopify_level_past (item_id, location_id, available, committed, active, updated_at, aside, available_at, committed_at,
            on_hand_at, until)
          values (old.item_id, old.location_id, old.available, old.committed, old.active, old.updated_at, old.aside, old.available_at,
            old.committed_at, old.on_hand_at, unixepoch('subsec') * 1000);
      end;`,
  },
  {
    id: 'shopify-5',
    sql: `
      -- what was ordered: one variant an order; null for orders of before
      alter table shopify_order add column item_id integer;
      alter table shopify_order add column quantity integer;`,
  },
];
