import type { WebhookDelivery } from '../../domain/account/webhook-delivery';
import type { Receipt } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { LagHour } from '../../domain/sync/lag';
import type { StoredLevel } from '../../domain/sync/stored-level';
import type { Database } from '../store/database';
import type { Line, NumberedLine } from './line';

/** How far lines are delivered, and which levels are still open. */
export interface Checkpoint {
  readonly delivered: number;
  readonly open: readonly number[];
  /** Write lag by hour. */
  readonly lag?: readonly LagHour[];
  /** Whether the platforms send webhooks for their changes. */
  readonly hearing?: Readonly<Record<Source, WebhookDelivery>>;
}

/** A level whose newest state is in the journal while its own row is behind: its key and the row's new columns. */
export interface NotedLevel {
  readonly key: number;
  readonly stored: StoredLevel;
}

/**
 * A row's body: line, receipts, keys of unfinished levels, levels noted before their own rows, checkpoint; `v` voids earlier notes. `q` are
 * variants whose quantities have changed since the directory was stored: all of them beside a checkpoint, else those that no earlier row names.
 */
export interface Body {
  readonly l?: Line;
  readonly r?: readonly Receipt[];
  readonly k?: readonly number[];
  readonly c?: readonly NotedLevel[];
  readonly v?: true;
  readonly q?: readonly number[];
  readonly m?: Checkpoint;
}

/** A row of a day's table. */
export type DayRow = { readonly id: number; readonly seq: number | null; readonly body: string };

/** Parses a row's body. */
export function readBody(text: string): Body {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written only by the journal
  return JSON.parse(text) as Body;
}

/** Returns the days that have a table, oldest first. */
export function findDays(db: Database): number[] {
  return db
    .rows<{ name: string }>("select name from sqlite_master where type = 'table' and name glob 'day_[0-9]*'")
    .map((row) => Number(row.name.slice(4)))
    .sort((a, b) => a - b);
}

/** Where a previous instance stopped: number of the newest line, the last checkpoint, and every level that may not be at rest. */
export interface Place {
  readonly seq: number;
  readonly checkpoint: Checkpoint;
  readonly unsettled: readonly number[];
  /** Unsettled levels that were noted, each with its latest note; the row may be newer by now. */
  readonly noted: ReadonlyMap<number, StoredLevel>;
  /** Every variant whose quantities may have changed since the directory was stored; null when an earlier release wrote the checkpoint. */
  readonly counted: readonly number[] | null;
}

/** Rows per read on the way back to the last checkpoint. */
const WALK = 200;

/** Walks back from the newest row to the last checkpoint: never beyond the newest day, which starts with one. */
export function findPlace(db: Database, days: readonly number[]): Place {
  const newest = days.at(-1);
  const keys = new Set<number>();
  const noted = new Map<number, StoredLevel>();
  const counted = new Set<number>();
  let start: Body | undefined = newest === undefined ? { q: [] } : undefined;
  let isVoid = false;
  for (let before = Number.MAX_SAFE_INTEGER, found = newest === undefined; !found;) {
    const rows = db.rows<DayRow>(`select id, seq, body from day_${newest} where id < ? order by id desc limit ${WALK}`, before);
    const bodies = rows.map((row) => readBody(row.body));
    const place = bodies.findIndex((body) => body.m !== undefined);
    for (const body of place === -1 ? bodies : bodies.slice(0, place + 1)) {
      takeNames(body, keys, counted);
      takeNotes(body, keys, isVoid ? null : noted);
      isVoid ||= body.v === true;
    }
    start = bodies[place];
    before = rows.at(-1)?.id ?? 0;
    found = place !== -1 || rows.length === 0;
  }
  const checkpoint = start?.m ?? { delivered: 0, open: [] };
  for (const key of checkpoint.open) keys.add(key);
  // A dropped day was fully delivered, so when no line is left only the checkpoint has the number.
  const seq = Math.max(checkpoint.delivered, lastNumber(db, days));
  const isCountedKnown = start?.q !== undefined;
  return { seq, checkpoint, unsettled: [...keys], noted, counted: isCountedKnown ? [...counted, ...keys] : null };
}

/** Adds the keys that a row names: unfinished levels, and variants whose quantities have changed. */
function takeNames({ k = [], q = [] }: Body, keys: Set<number>, counted: Set<number>): void {
  for (const key of k) keys.add(key);
  for (const key of q) counted.add(key);
}

/** Adds a row's notes: the keys and, unless later rows void them, the notes of levels that no later row notes. */
function takeNotes({ c = [] }: Body, keys: Set<number>, noted: Map<number, StoredLevel> | null): void {
  for (const { key, stored } of c) {
    keys.add(key);
    if (noted?.has(key) === false) noted.set(key, stored);
  }
}

/** Returns the days that may contain lines after `delivered`, oldest first: back from the newest until a day starts at or before it. */
export function daysSince(db: Database, days: readonly number[], delivered: number): number[] {
  const wanted: number[] = [];
  for (const day of days.toReversed()) {
    wanted.unshift(day);
    const first = db.row<{ seq: number }>(`select seq from day_${day} where seq is not null order by id limit 1`);
    if (first !== null && first.seq <= delivered + 1) break;
  }
  return wanted;
}

/** Where lines that are searched start: after a number, and at a time. */
export interface LinesFrom {
  readonly seq: number;
  readonly at: Instant;
}

/** Returns the lines from there on, the newest `limit` of them, oldest first: walks back from the newest row. */
export function linesBack(db: Database, days: readonly number[], { seq, at }: LinesFrom, limit: number): NumberedLine[] {
  const lines: NumberedLine[] = [];
  for (const day of days.toReversed()) {
    for (let before = Number.MAX_SAFE_INTEGER; lines.length < limit;) {
      const rows = db.rows<DayRow>(`select id, seq, body from day_${day} where id < ? order by id desc limit ${WALK}`, before);
      for (const row of rows) {
        if (row.seq !== null && row.seq <= seq) return lines.toReversed();
        const { l } = readBody(row.body);
        if (l === undefined || row.seq === null) continue;
        if (l.at < at) return lines.slice(0, limit).toReversed();
        lines.push({ ...l, seq: row.seq });
      }
      before = rows.at(-1)?.id ?? 0;
      if (rows.length < WALK) break;
    }
    if (lines.length >= limit) break;
  }
  return lines.slice(0, limit).toReversed();
}

/** Returns the number of a day's last line; 0 when it has none. */
export function lastOf(db: Database, day: number): number {
  return db.row<{ seq: number }>(`select seq from day_${day} where seq is not null order by id desc limit 1`)?.seq ?? 0;
}

function lastNumber(db: Database, days: readonly number[]): number {
  for (const day of days.toReversed()) {
    const last = lastOf(db, day);
    if (last > 0) return last;
  }
  return 0;
}
