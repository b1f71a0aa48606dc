import type { Migration } from '../world-api';

/** The tables of the emulated Square. Times are ms of the sandbox's clock, quantities integers of 1/100,000 unit. */
export const SQUARE_MIGRATIONS: readonly Migration[] = [
  {
    id: 'square-1',
    sql: `
      create table square_merchant (
        id text primary key,
        position integer not null,
        business_name text not null,
        created_at integer not null,
        -- version of the newest catalogue object; grows with every catalogue write
        catalog_version integer not null,
        -- real time (ms) until which a catalogue write of this seller is on its way
        busy_until integer not null
      ) without rowid;

      create table square_location (
        id text primary key,
        merchant text not null,
        position integer not null,
        name text not null,
        status text not null,
        -- what else the location holds (JSON)
        body text not null
      ) without rowid;

      -- OAuth: codes of the consent page, what sellers granted, and the tokens of these grants
      create table square_code (
        code text primary key,
        merchant text not null,
        scopes text not null,
        redirect_uri text,
        expires_at integer not null,
        used integer not null
      ) without rowid;
      create table square_grant (
        refresh_token text primary key,
        merchant text not null,
        scopes text not null,
        revoked_at integer
      ) without rowid;
      create table square_token (
        token text primary key,
        refresh_token text not null,
        merchant text not null,
        scopes text not null,
        expires_at integer not null,
        revoked_at integer
      ) without rowid;

      -- items and variations; an item's row does not hold its variations
      create table square_object (
        n integer primary key,
        id text not null unique,
        merchant text not null,
        type text not null,
        -- id of the item that a variation belongs to
        item text,
        -- lower case, as Square compares SKUs without case; null when there is none
        sku text,
        version integer not null,
        deleted integer not null,
        body text not null
      );
      create index square_object_page on square_object (merchant, type, n);
      create index square_object_version on square_object (merchant, version, n);
      create index square_object_sku on square_object (merchant, sku) where sku is not null;
      create index square_object_item on square_object (item) where item is not null;

      -- every count and adjustment ever made; a count of stock is always derived from it
      create table square_change (
        n integer primary key,
        id text not null,
        merchant text not null,
        variation text not null,
        type text not null,
        -- both null for a physical count
        from_state text,
        from_location text,
        to_state text not null,
        to_location text not null,
        quantity integer not null,
        reference_id text,
        -- who made it (JSON)
        source text not null,
        occurred_at integer not null,
        created_at integer not null
      );
      create index square_change_variation on square_change (variation, occurred_at, n);
      create index square_change_merchant on square_change (merchant, occurred_at, n);

      -- the counts as last derived; a variation without any change at a location has none
      create table square_count (
        variation text not null,
        location text not null,
        state text not null,
        merchant text not null,
        quantity integer not null,
        calculated_at integer not null,
        primary key (variation, location, state)
      ) without rowid;
      create index square_count_newest on square_count (merchant, calculated_at, variation, location, state);

      -- first answers, by idempotency key
      create table square_answer (
        scope text not null,
        key text not null,
        -- a long answer takes several rows
        part integer not null,
        body text not null,
        answer text not null,
        at integer not null,
        primary key (scope, key, part)
      ) without rowid;
      create index square_answer_age on square_answer (at);

      create table square_subscription (
        id text primary key,
        position integer not null,
        name text not null,
        enabled integer not null,
        event_types text not null,
        notification_url text not null,
        api_version text not null,
        created_at integer not null,
        updated_at integer not null
      ) without rowid;
    `,
  },
  {
    id: 'square-2',
    sql: `
      -- the shop floor shows items by name
      create index square_object_name on square_object (merchant, json_extract(body, '$.item_data.name'), n) where type = 'ITEM';
    `,
  },
  {
    id: 'square-3',
    sql: `
      -- what was sold at the till, as far as orders are counted
      create table square_order (
        n integer primary key,
        id text not null unique,
        merchant text not null,
        location text not null,
        state text not null,
        created_at integer not null
      );
      create index square_order_merchant on square_order (merchant, n);
    `,
  },
  {
    id: 'square-4',
    sql: `
      -- former counts for reads that lag, each with the real time (ms) until which it held; MAX_READ_LAG_MS and no longer
      create table square_count_past (
        n integer primary key,
        variation text not null,
        location text not null,
        state text not null,
        quantity integer not null,
        calculated_at integer not null,
        until real not null
      );
      create index square_count_past_cell on square_count_past (variation, location, state, n);
      create index square_count_past_until on square_count_past (until);
      create trigger square_count_kept after update on square_count begin
        delete from square_count_past where until < unixepoch('subsec') * 1000 - 60000;
        insert into square_count_past (variation, location, state, quantity, calculated_at, until)
          values (old.variation, old.location, old.state, old.quantity, old.calculated_at, unixepoch('subsec') * 1000);
      end;
    `,
  },
  {
    id: 'square-5',
    sql: `
      -- the team member who made a change at the till; null for an application
      alter table square_change add column member text;
    `,
  },
];
