import type { Instant } from '../../domain/instant';
import { ok, refuse, type Answer } from '../../domain/result';
import type { Account } from '../account/account';
import type { KeptReceipt, ReceiptsPage, ReceiptsRequest } from '../api/operator-api';
import type { Database } from '../store/database';
import { findDays, readBody, type Body } from '../sync/journal-position';

const DAY_MS = 86_400_000;
/** How long received webhooks are shown and can be replayed, in ms. */
const KEPT_MS = 30 * DAY_MS;
/** Number of row IDs per read. */
const CHUNK = 200;
/** Maximum characters of payload in one answer: whatever the limit, an answer stays well below what a call can carry. */
const MAX_TEXT = 4_000_000;

/** A place in the journal: day, row, and which of the row's receipts. */
const PLACE = /^([1-9]\d{0,6})-([1-9]\d{0,14})-(0|[1-9]\d{0,5})$/u;

/**
 * Returns webhooks received since a time, newest first, starting after a place. Writes receipts that are only in memory first, so that each
 * has a place. Refuses a cursor that names no place.
 */
export function receiptsOf(account: Account, request: ReceiptsRequest): Answer<ReceiptsPage> {
  const after = request.cursor === '' ? null : placeOf(request.cursor);
  if (request.cursor !== '' && after === null) return refuse('invalid_argument', 'cursor is none that a page before has named.');
  const { host, sync } = account;
  sync.turn(() => {
    sync.journal.writeReceipts(host.now());
  });
  const since = Math.max(request.since, host.now() - KEPT_MS);
  const found: KeptReceipt[] = [];
  let text = 0;
  let nextCursor = '';
  for (const receipt of walk(host.db, since, after)) {
    text += receipt.payload.length;
    // The first is returned whatever its length: a webhook is at most 1 MB.
    if (found.length >= request.limit || (found.length > 0 && text > MAX_TEXT)) {
      nextCursor = found.at(-1)?.id ?? '';
      break;
    }
    found.push(receipt);
  }
  return ok({ receipts: found.sort((a, b) => b.receivedAt - a.receivedAt), nextCursor });
}

/** Returns the receipt at a place; null when there is none, or it is older than receipts are shown. */
export function receiptAt(account: Account, id: string): KeptReceipt | null {
  const place = placeOf(id);
  if (place === null) return null;
  const { day, row, index } = place;
  const { db } = account.host;
  if (!findDays(db).includes(day)) return null;
  const receipt = bodyAt(db, day, row)?.r?.[index];
  if (receipt === undefined || receipt.receivedAt < account.host.now() - KEPT_MS) return null;
  return { ...receipt, id };
}

interface Place {
  readonly day: number;
  readonly row: number;
  readonly index: number;
}

function placeOf(id: string): Place | null {
  const place = PLACE.exec(id);
  return place === null ? null : { day: Number(place[1]), row: Number(place[2]), index: Number(place[3]) };
}

/**
 * Yields receipts from the newest row back, or from before a place. A row is written after its receipts arrived, so a day that ended before
 * `since` contains none that qualifies.
 */
function* walk(db: Database, since: Instant, after: Place | null): Generator<KeptReceipt> {
  for (const day of findDays(db).toReversed()) {
    if ((day + 1) * DAY_MS <= since) return;
    if (after !== null && day > after.day) continue;
    const last = after?.day === day ? after : null;
    for (const id of rowsOf(db, day, last === null ? Number.MAX_SAFE_INTEGER : last.row + 1)) {
      const receipts = (bodyAt(db, day, id)?.r ?? []).map((receipt, index) => ({ ...receipt, id: `${day}-${id}-${index}` }));
      const wanted = last?.row === id ? receipts.slice(0, last.index) : receipts;
      yield* wanted.toReversed().filter(({ receivedAt }) => receivedAt >= since);
    }
  }
}

/** Yields the IDs of a day's rows that contain receipts, below `end`, newest first. */
function* rowsOf(db: Database, day: number, end: number): Generator<number> {
  for (let before = end, more = true; more;) {
    // Inside a payload the quotes of this text would be escaped, so it matches only rows with receipts.
    const wanted = `select id from day_${day} where id < ? and instr(body, '"r":[') > 0 order by id desc limit ${CHUNK}`;
    const rows = db.rows<{ id: number }>(wanted, before);
    for (const { id } of rows) yield id;
    before = rows.at(-1)?.id ?? 0;
    more = rows.length === CHUNK;
  }
}

/** Reads one row at a time: webhook bodies can be long. */
function bodyAt(db: Database, day: number, id: number): Body | null {
  const row = db.row<{ body: string }>(`select body from day_${day} where id = ?`, id);
  return row === null ? null : readBody(row.body);
}
