-- Where the lines of each SKU are, so that the timeline of one SKU does not read the history of all. It can be built again from the lines.
create table history_index (
  account integer not null,
  -- a hash of the SKU, 0 to 31
  bucket integer not null,
  -- the numbers of the oldest and the newest line named in the row
  first integer not null,
  last integer not null,
  -- JSON: a list of [SKU, number of a line, number of a line, ...]
  skus text not null,
  primary key (account, bucket, first)
) without rowid;

-- How far each account's lines are in the index: the number of the last one.
create table history_indexed (
  account integer not null primary key,
  last integer not null
) without rowid;
