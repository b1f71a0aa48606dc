/**
 * The account object's tables, append-only: an entry is never edited once it has shipped; later ones are added below. `docs/storage.md`
 * describes each table. Quantities are integers of 1/100,000 unit, times are milliseconds.
 */
export const MIGRATIONS: readonly { readonly id: number; readonly sql: string }[] = [
  {
    id: 1,
    sql: `
      -- one value a name: identity, settings, pair, epoch, entitlement, watermark (JSON)
      create table meta (name text primary key, value text not null) without rowid;

      -- one row a platform: who is connected and the sealed tokens (JSON)
      create table connection (source text primary key, body text not null) without rowid;

      create table location (
        id integer primary key,
        source text not null,
        source_id text not null,
        name text not null,
        active integer not null,
        position integer not null,
        unique (source, source_id)
      );

      -- one row a joined variant: both sides when linked, else one; and the cell
      create table variant (
        key integer primary key,
        -- Shopify: numbers of inventory item, variant and product
        item_id integer,
        variant_id integer,
        product_id integer,
        shopify_product text,
        shopify_name text,
        shopify_sku text,
        shopify_barcode text,
        shopify_price text,
        shopify_tracked integer,
        -- Square: ids of variation and item
        variation_id text,
        square_item_id text,
        square_product text,
        square_name text,
        square_sku text,
        square_barcode text,
        square_price text,
        square_tracked integer,
        -- last accounted value and the platform's own time of it; null until known
        shopify_quantity integer,
        shopify_seen integer,
        square_quantity integer,
        square_seen integer,
        -- what is owed, held, blocked or in flight (JSON); null when at rest
        cell text
      );
      create unique index variant_item on variant (item_id) where item_id is not null;
      create unique index variant_variation on variant (variation_id) where variation_id is not null;
      create index variant_product on variant (product_id) where product_id is not null;

      -- one row a run
      create table snapshot (
        id integer primary key,
        source text not null,
        state text not null,
        body text not null
      );
      -- what a run has read and not yet merged, thousands of variants to a row
      create table snapshot_chunk (
        snapshot_id integer not null,
        n integer not null,
        body text not null,
        primary key (snapshot_id, n)
      ) without rowid;
    `,
  },
  {
    id: 2,
    sql: `
      -- one row a product that is copied to the other side, or was (the last few)
      create table copy (
        id integer primary key,
        source text not null,
        product_id text not null,
        state text not null,
        body text not null
      );
    `,
  },
  {
    id: 3,
    sql: `
      -- the difference between a cell's sides that is conserved, as the last rebase left it; null until both are known
      alter table variant add column apart integer;
    `,
  },
  {
    id: 4,
    sql: `
      -- when the SKUs of the two sides were first seen to differ, and the SKU that both had before; null while they are the same
      alter table variant add column skus_differ_since integer;
      alter table variant add column sku_before text;
      create index variant_skus_differ on variant (skus_differ_since) where skus_differ_since is not null;
    `,
  },
  {
    id: 5,
    sql: `
      -- what a platform stated of a variant that was never linked: numbers with the platform's times (JSON), oldest first
      create table early_level (
        source text not null,
        stock_id text not null,
        -- when it was last added to, by our clock
        noted integer not null,
        levels text not null,
        primary key (source, stock_id)
      ) without rowid;
    `,
  },
  {
    id: 6,
    sql: `
      -- what a platform says of the product's sale: unlisted, draft or archived; null for active
      alter table variant add column shopify_status text;
      alter table variant add column square_status text;
    `,
  },
  {
    id: 7,
    sql: `
      -- one row a pair whose link ended although the merchant did not ask for it
      create table unlinked (
        item_id text not null,
        variation_id text not null,
        -- when the link ended, by our clock
        at integer not null,
        why text not null,
        -- the sides that still wait for a link: 1 Shopify, 2 Square, 3 both
        open integer not null,
        -- names, SKUs and last numbers of both sides (JSON)
        body text not null,
        primary key (item_id, variation_id)
      ) without rowid;
      create index unlinked_variation on unlinked (variation_id);
    `,
  },
  {
    id: 8,
    sql: `
      -- row 1, written by each reading of causes: how far the lines are explained, what may still be read, and the quantities that Shopify
      -- stated last (JSON); other rows: those that it stated before
      create table cause_read (id integer primary key, body text not null);
    `,
  },
  {
    id: 9,
    sql: `
      -- one row a linked variant of which both platforms sold what only one had
      create table oversell (
        item_id text not null,
        variation_id text not null,
        -- the merchant has removed it from the list
        dismissed integer not null,
        -- when, the changes of both sides with their causes, and the variant's names (JSON)
        body text not null,
        primary key (item_id, variation_id)
      ) without rowid;
    `,
  },
  {
    id: 10,
    sql: `
      -- one row a linked variant whose stock another app changes as well
      create table writer_case (
        item_id text not null,
        variation_id text not null,
        -- suspected, held, dismissed, trusted or settled
        state text not null,
        -- since when, the app, what it repeated, what the merchant decided, and the variant's names (JSON)
        body text not null,
        primary key (item_id, variation_id)
      ) without rowid;
    `,
  },
  {
    id: 11,
    sql: `
      -- row 1 exists while the parts below describe the catalog as it is, except for the quantities that the journal says are newer
      create table directory (
        id integer primary key,
        version integer not null,
        -- how many rows of variant the parts describe
        size integer not null,
        -- quantities that are newer than those of the parts (JSON): key, Shopify's, Square's
        recent text not null
      );
      -- thousands of variants to a row, as arrays of numbers: keys and facts by key, then positions by name and by SKU
      create table directory_part (
        part integer primary key,
        keys blob not null,
        flags blob not null,
        names blob not null,
        skus blob not null
      );
      -- both sides' quantities, by key
      create table directory_numbers (
        part integer primary key,
        shopify blob not null,
        square blob not null
      );
      -- changes with each write of quantities that the journal names
      alter table variant add column journaled integer;
      create trigger directory_insert after insert on variant begin delete from directory; end;
      create trigger directory_delete after delete on variant begin delete from directory; end;
      create trigger directory_update after update of key, item_id, product_id, shopify_product, shopify_name, shopify_sku, shopify_tracked,
        shopify_status, variation_id, square_item_id, square_product, square_name, square_sku, square_tracked, square_status on variant
        when new.key is not old.key or new.item_id is not old.item_id or new.product_id is not old.product_id
          or new.shopify_product is not old.shopify_product or new.shopify_name is not old.shopify_name
          or new.shopify_sku is not old.shopify_sku or new.shopify_tracked is not old.shopify_tracked
          or new.shopify_status is not old.shopify_status or new.variation_id is not old.variation_id
          or new.square_item_id is not old.square_item_id or new.square_product is not old.square_product
          or new.square_name is not old.square_name or new.square_sku is not old.square_sku
          or new.square_tracked is not old.square_tracked or new.square_status is not old.square_status
        begin delete from directory; end;
      create trigger directory_quantity after update of shopify_quantity, square_quantity on variant
        when new.journaled is old.journaled
          and (new.shopify_quantity is not old.shopify_quantity or new.square_quantity is not old.square_quantity)
        begin delete from directory; end;
    `,
  },
  {
    id: 12,
    sql: `
      -- one row a linked variant that changed while the merchant only watched
      create table watched (
        item_id text not null,
        variation_id text not null,
        -- minus the units that syncing would have kept from being sold twice: by it the list is ordered
        place integer not null,
        -- what would have been sent to each side, and what would be left (JSON)
        body text not null,
        primary key (item_id, variation_id)
      ) without rowid;
      create index watched_place on watched (place, item_id, variation_id);
    `,
  },
  {
    id: 13,
    sql: `
      -- what a person did to many variants at once, to be undone within 30 days
      create table bulk_change (
        id integer primary key,
        at integer not null,
        -- who and what, and how many rows (JSON)
        body text not null
      );
      -- its rows, hundreds to a row (JSON)
      create table bulk_change_part (
        change_id integer not null,
        -- the place of its first row
        first integer not null,
        rows text not null,
        primary key (change_id, first)
      ) without rowid;
    `,
  },
  {
    id: 14,
    sql: `
      -- what people recognize a product by: vendor, type, tags, and the address of its picture (JSON)
      alter table variant add column shopify_labels text;
      alter table variant add column square_labels text;
    `,
  },
  {
    id: 15,
    sql: `
      -- 1 when a person has linked both sides by their ids; null otherwise
      alter table variant add column manual integer;
      -- 1 for a side that the merchant excludes; null otherwise
      alter table variant add column shopify_excluded integer;
      alter table variant add column square_excluded integer;
      create trigger directory_excluded after update of shopify_excluded, square_excluded on variant
        when new.shopify_excluded is not old.shopify_excluded or new.square_excluded is not old.square_excluded
        begin delete from directory; end;
      -- one row a pair of variants that the merchant keeps separate: Shopify's variant and Square's variation
      create table separate (
        variant_id text not null,
        variation_id text not null,
        primary key (variant_id, variation_id)
      ) without rowid;
    `,
  },
  {
    id: 16,
    sql: `
      -- how many pieces one unit of each side of a link holds; null where both count the same units
      alter table variant add column shopify_pack integer;
      alter table variant add column square_pack integer;
      create trigger directory_pack after update of shopify_pack, square_pack on variant
        when new.shopify_pack is not old.shopify_pack or new.square_pack is not old.square_pack
        begin delete from directory; end;
      -- one row a pair of variants that count different units, linked or not: one of the two numbers is 1
      create table pack_size (
        variant_id text not null,
        variation_id text not null,
        shopify integer not null,
        square integer not null,
        primary key (variant_id, variation_id)
      ) without rowid;
      create index pack_size_square on pack_size (variation_id);
    `,
  },
];
