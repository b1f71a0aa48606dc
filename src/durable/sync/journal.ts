import type { HistoryFact, Originator } from '../../domain/history/fact';
import type { Receipt } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import type { Database } from '../store/database';

/** One line of the account's history, before it is delivered to D1. */
export interface Line {
  readonly at: Instant;
  readonly originator: Originator;
  /** The name of the location it happened at; '' when none. */
  readonly location: string;
  readonly sku: string;
  readonly fact: HistoryFact;
}

/** A line with its number: dense from 1 for the account, the same at each delivery. */
export interface NumberedLine extends Line {
  readonly seq: number;
}

/** A receipt as an operator finds it again. */
export interface KeptReceipt extends Receipt {
  readonly id: string;
}

/**
 * What happened, in tables of one day each, so that old days go by dropping a table. A row carries a history line, the
 * receipt of the webhook that caused it, and the keys of cells that this turn left unfinished: history, evidence and
 * recovery in one write. Marks, about every half minute, say how far lines are delivered and which cells are still open.
 */
export interface Journal {
  /** Adds to the turn's rows; written by `commit`. */
  line(line: Line): void;
  receipt(receipt: Receipt): void;
  /** These cells are unfinished at the end of this turn. Names those not yet named since the last mark. */
  unfinished(keys: readonly number[]): void;
  /** Writes the turn's rows. A receipt without a line waits in memory for the next row or mark. */
  commit(now: Instant): void;
  /** The next lines to deliver, oldest first. */
  undelivered(limit: number): NumberedLine[];
  delivered(seq: number): void;
  /** Writes a mark when there is anything new to say; `open` are the cells that are not at rest. */
  mark(now: Instant, open: readonly number[]): void;
  /** Cells that may not be at rest, as the last mark and the rows after it name them. */
  suspects(): number[];
  /** True while lines wait for delivery or receipts for a mark. */
  waiting(): boolean;
  /** Number of the newest line; 0 when there is none. */
  readonly seq: number;
  /** Drops days that lie more than `days` back and are delivered whole; never the newest. */
  dropOld(now: Instant, days: number): void;
}

interface Mark {
  readonly delivered: number;
  readonly open: readonly number[];
}

/** A row's body: line, receipts, keys of unfinished cells, mark. */
interface Body {
  readonly l?: Line;
  readonly r?: readonly Receipt[];
  readonly k?: readonly number[];
  readonly m?: Mark;
}

type DayRow = { readonly id: number; readonly seq: number | null; readonly body: string };

const DAY_MS = 86_400_000;

/** Opens the journal and finds its place: the newest number, the last mark, and the cells named since. */
export function openJournal(db: Database): Journal {
  const days = db
    .rows<{ name: string }>("select name from sqlite_master where type = 'table' and name glob 'day_[0-9]*'")
    .map((row) => Number(row.name.slice(4)))
    .sort((a, b) => a - b);
  const found = findPlace(db, days);
  let { seq, delivered } = found;
  let lastMark: Mark = { delivered, open: found.open };
  const named = new Set(found.suspects);
  let lines: Line[] = [];
  let receipts: Receipt[] = [];
  let unfinished: number[] = [];

  const insert = (now: Instant, number: number | null, body: Body): void => {
    const day = Math.max(Math.floor(now / DAY_MS), days.at(-1) ?? 0);
    if (days.at(-1) !== day) {
      db.run(`create table day_${day} (id integer primary key, seq integer, body text not null)`);
      days.push(day);
      // Each day begins with a mark, so that a start never looks further back than the newest table.
      lastMark = { delivered, open: [...named] };
      db.run(`insert into day_${day} (seq, body) values (null, ?)`, JSON.stringify({ m: lastMark }));
    }
    db.run(`insert into day_${day} (seq, body) values (?, ?)`, number, JSON.stringify(body));
  };

  return {
    line: (line) => {
      lines.push(line);
    },
    receipt: (receipt) => {
      receipts.push(receipt);
    },
    unfinished: (keys) => {
      for (const key of keys) {
        if (named.has(key)) continue;
        named.add(key);
        unfinished.push(key);
      }
    },
    commit: (now) => {
      for (const line of lines) {
        seq += 1;
        insert(now, seq, { l: line, ...(receipts.length > 0 && { r: receipts }), ...(unfinished.length > 0 && { k: unfinished }) });
        receipts = [];
        unfinished = [];
      }
      if (unfinished.length > 0) {
        insert(now, null, { ...(receipts.length > 0 && { r: receipts }), k: unfinished });
        receipts = [];
        unfinished = [];
      }
      lines = [];
    },
    undelivered: (limit) => {
      if (delivered >= seq) return [];
      const rows: NumberedLine[] = [];
      for (const day of daysFrom(db, days, delivered)) {
        for (const row of db.rows<DayRow>(
          `select id, seq, body from day_${day} where seq > ? order by id limit ?`,
          delivered,
          limit - rows.length,
        )) {
          const { l } = readBody(row.body);
          if (l !== undefined && row.seq !== null) rows.push({ ...l, seq: row.seq });
        }
        if (rows.length >= limit) break;
      }
      return rows;
    },
    delivered: (upTo) => {
      delivered = Math.max(delivered, upTo);
    },
    mark: (now, open) => {
      const same =
        lastMark.delivered === delivered && lastMark.open.length === open.length && open.every((key) => lastMark.open.includes(key));
      if (same && receipts.length === 0) return;
      const mark: Mark = { delivered, open };
      insert(now, null, { m: mark, ...(receipts.length > 0 && { r: receipts }) });
      lastMark = mark;
      receipts = [];
      named.clear();
      for (const key of open) named.add(key);
    },
    suspects: () => found.suspects,
    waiting: () => delivered < seq || receipts.length > 0 || lastMark.delivered < delivered,
    get seq() {
      return seq;
    },
    dropOld: (now, keep) => {
      const oldest = Math.floor(now / DAY_MS) - keep;
      for (const day of days.slice(0, -1)) {
        if (day >= oldest) break;
        const last = db.row<{ seq: number }>(`select seq from day_${day} where seq is not null order by id desc limit 1`);
        if (last !== null && last.seq > delivered) break;
        db.run(`drop table day_${day}`);
        days.splice(days.indexOf(day), 1);
      }
    },
  };
}

/** The days that may hold lines after `delivered`, oldest first: back from the newest until a day begins at or before it. */
function daysFrom(db: Database, days: readonly number[], delivered: number): number[] {
  const wanted: number[] = [];
  for (const day of [...days].reverse()) {
    wanted.unshift(day);
    const first = db.row<{ seq: number }>(`select seq from day_${day} where seq is not null order by id limit 1`);
    if (first !== null && first.seq <= delivered + 1) break;
  }
  return wanted;
}

/** Rows to look at in one go when a start walks back to the last mark. */
const WALK = 200;

function findPlace(db: Database, days: readonly number[]): { seq: number; delivered: number; open: number[]; suspects: number[] } {
  const keys = new Set<number>();
  let seq = 0;
  const newest = days.at(-1);
  if (newest === undefined) return { seq, delivered: 0, open: [], suspects: [] };
  let mark: Mark | null = null;
  for (let before = Number.MAX_SAFE_INTEGER; mark === null;) {
    const rows = db.rows<DayRow>(`select id, seq, body from day_${newest} where id < ? order by id desc limit ${WALK}`, before);
    for (const row of rows) {
      seq = Math.max(seq, row.seq ?? 0);
      const body = readBody(row.body);
      for (const key of body.k ?? []) keys.add(key);
      if (body.m !== undefined) {
        mark = body.m;
        break;
      }
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    before = last.id;
  }
  const { delivered, open } = mark ?? { delivered: 0, open: [] };
  for (const key of open) keys.add(key);
  // A dropped day was delivered whole, so the mark alone tells the number when no line is left.
  return { seq: Math.max(seq, delivered, lastNumber(db, days)), delivered, open: [...open], suspects: [...keys] };
}

function lastNumber(db: Database, days: readonly number[]): number {
  for (const day of [...days].reverse()) {
    const row = db.row<{ seq: number }>(`select seq from day_${day} where seq is not null order by id desc limit 1`);
    if (row !== null) return row.seq;
  }
  return 0;
}

function readBody(text: string): Body {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written by this journal alone
  return JSON.parse(text) as Body;
}
