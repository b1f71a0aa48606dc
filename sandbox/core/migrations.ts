import type { Migration } from '../world-api';

/** The core's tables. */
export const coreMigrations: readonly Migration[] = [
  {
    id: 'core-1',
    sql: `
      create table setting (name text primary key, value text not null) without rowid;
      create table call_count (platform text not null, name text not null, n integer not null, primary key (platform, name)) without rowid;
      create table webhook_count (platform text primary key, sent integer not null, delivered integer not null, failed integer not null) without rowid;
      create table log (
        id integer primary key autoincrement, at integer not null, platform text not null, kind text not null, owner text not null,
        title text not null, detail text not null, outcome text not null
      );
      create table job (id integer primary key autoincrement, platform text not null, name text not null, at integer not null, payload text not null);
      create index job_at on job (at);
      create table delivery (
        id integer primary key autoincrement, platform text not null, owner text not null, topic text not null, url text not null,
        subscription text not null, headers text not null, body text not null, attempt integer not null, first_sent_at integer not null,
        last_failure text, next_at integer not null, sending integer not null
      );
      create index delivery_due on delivery (sending, next_at, id);`,
  },
];
