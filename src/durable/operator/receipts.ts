import type { Instant } from '../../domain/instant';
import type { Account } from '../account/account';
import type { KeptReceipt } from '../operator-api';
import type { Database } from '../store/database';
import { findDays, readBody, type Body } from '../sync/journal-position';

const DAY_MS = 86_400_000;
/** Received webhooks are shown, and sent once more, for so long. */
const KEPT_MS = 30 * DAY_MS;
/** Numbers of rows to ask for in one go. */
const CHUNK = 200;
/** Characters of payload in one answer: whatever the limit, an answer stays well below what a call can carry. */
const MAX_TEXT = 4_000_000;

/** A place in the journal: day, row, and which of the row's receipts. */
const PLACE = /^([1-9]\d{0,6})-([1-9]\d{0,14})-(0|[1-9]\d{0,5})$/u;

/** Received webhooks since a moment, the newest first. Those that only memory holds are written down first, so that each has its place. */
export function receiptsOf(account: Account, request: { readonly since: Instant; readonly limit: number }): readonly KeptReceipt[] {
  const { host, sync } = account;
  sync.turn(() => {
    sync.journal.writeReceipts(host.now());
  });
  const since = Math.max(request.since, host.now() - KEPT_MS);
  const found: KeptReceipt[] = [];
  let text = 0;
  for (const receipt of walk(host.db, since)) {
    text += receipt.payload.length;
    // The first is shown however long it is: a webhook is at most 1 MB.
    if (found.length >= request.limit || (found.length > 0 && text > MAX_TEXT)) break;
    found.push(receipt);
  }
  return found.sort((a, b) => b.receivedAt - a.receivedAt);
}

/** The receipt at a place; null when there is none, or it is older than receipts are shown. */
export function receiptAt(account: Account, id: string): KeptReceipt | null {
  const place = PLACE.exec(id);
  if (place === null) return null;
  const [day, row, index] = [Number(place[1]), Number(place[2]), Number(place[3])];
  const { db } = account.host;
  if (!findDays(db).includes(day)) return null;
  const receipt = bodyAt(db, day, row)?.r?.[index];
  if (receipt === undefined || receipt.receivedAt < account.host.now() - KEPT_MS) return null;
  return { ...receipt, id };
}

/** Receipts from the newest row back. A row is written after its receipts came, so a day that ended before holds none that is wanted. */
function* walk(db: Database, since: Instant): Generator<KeptReceipt> {
  for (const day of findDays(db).toReversed()) {
    if ((day + 1) * DAY_MS <= since) return;
    for (const id of rowsOf(db, day)) {
      const receipts = bodyAt(db, day, id)?.r ?? [];
      for (const [index, receipt] of [...receipts.entries()].toReversed()) {
        if (receipt.receivedAt >= since) yield { ...receipt, id: `${day}-${id}-${index}` };
      }
    }
  }
}

/** Numbers of a day's rows that hold receipts, the newest first. */
function* rowsOf(db: Database, day: number): Generator<number> {
  for (let before = Number.MAX_SAFE_INTEGER, more = true; more;) {
    // Within a payload the quotes of this text would be escaped: it marks rows with receipts and no others.
    const wanted = `select id from day_${day} where id < ? and instr(body, '"r":[') > 0 order by id desc limit ${CHUNK}`;
    const rows = db.rows<{ id: number }>(wanted, before);
    for (const { id } of rows) yield id;
    before = rows.at(-1)?.id ?? 0;
    more = rows.length === CHUNK;
  }
}

/** One row at a time: bodies of webhooks can be long. */
function bodyAt(db: Database, day: number, id: number): Body | null {
  const row = db.row<{ body: string }>(`select body from day_${day} where id = ?`, id);
  return row === null ? null : readBody(row.body);
}
