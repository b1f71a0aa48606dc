-- What the platforms have told about changes in the history, written in batches from the account's object: one row for up to
-- a thousand consecutive lines, and none for a line alone. `last` is the newest line named, `first` the oldest.
create table history_causes (
  account integer not null,
  last integer not null,
  source text not null,
  first integer not null,
  -- JSON: a list of [line, kind, application, kinds of merged changes]
  causes text not null,
  primary key (account, last, source)
) without rowid;
