-- Pairs of variants that the merchant keeps separate: they look alike and are not the same, and are not proposed as a link again.
create table separate_pairs (
  account integer not null,
  -- Shopify's number of the variant, as text
  shopify_id text not null,
  -- Square's ID of the variation
  square_id text not null,
  -- when the merchant said so, in ms
  created integer not null,
  primary key (account, shopify_id, square_id)
) without rowid;
