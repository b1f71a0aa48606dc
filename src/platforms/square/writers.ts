import { countWriters, type OtherWriter, type WriterChange } from '../../domain/account/other-writers';
import { cleanName } from '../../domain/causes/cause';
import type { Instant } from '../../domain/instant';
import { ok, type Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { textAt } from '../json';
import { parseTime } from '../time';
import { dataOf, isByApplication, readLog, type LogRead } from './change-log';
import type { SquareClient } from './client';

/** Pages of one reading of the log, which starts with the oldest change. */
const MAX_PAGES = 10;
/** Where the log is longer, what is read of its end, in ms: an application that writes now shows there. */
const RECENT_MS = 2 * 86_400_000;

/** What to read. */
export interface WritersWanted {
  readonly locationId: string;
  readonly since: Instant;
  readonly now: Instant;
  /** Our application's id, whose changes do not count. */
  readonly applicationId: string;
}

/** What Square's log says about other applications. */
export interface WritersRead {
  readonly writers: readonly OtherWriter[];
  /** Whether the whole time was read; otherwise the numbers of changes are the least that there were. */
  readonly isComplete: boolean;
  readonly calls: number;
}

interface Part extends LogRead {
  readonly changes: readonly WriterChange[];
  readonly newest: Instant;
}

/**
 * Reads which other applications changed stock at a location (`inventory/changes/batch-retrieve`, `source` of each change).
 * Sales and counts by Square's own products are not theirs.
 */
export async function readWriters(client: SquareClient, wanted: WritersWanted): Promise<Result<WritersRead, PlatformFailure>> {
  const first = await readPart(client, wanted, wanted.since);
  if (!first.ok) return first;
  if (first.value.isWhole) return ok({ writers: countWriters(first.value.changes), isComplete: true, calls: first.value.calls });
  const recent = wanted.now - RECENT_MS;
  const second = await readPart(client, wanted, Math.max(recent, first.value.newest + 1));
  if (!second.ok) return second;
  return ok({
    writers: countWriters([...first.value.changes, ...second.value.changes]),
    isComplete: second.value.isWhole && first.value.newest >= recent,
    calls: first.value.calls + second.value.calls,
  });
}

async function readPart(client: SquareClient, wanted: WritersWanted, from: Instant): Promise<Result<Part, PlatformFailure>> {
  const changes: WriterChange[] = [];
  let newest = from;
  const query = { stockIds: null, locationId: wanted.locationId, after: from, maxPages: MAX_PAGES };
  const read = await readLog(client, query, (change) => {
    const data = dataOf(change);
    const created = parseTime(textAt(data, 'created_at') ?? '');
    if (created === null) return;
    newest = Math.max(newest, created);
    const writer = writerOf(data, created, wanted);
    if (writer !== null) changes.push(writer);
  });
  return read.ok ? ok({ changes, newest, ...read.value }) : read;
}

/** Returns the application behind a change; null when it is ours, Square's own, or not stated. */
function writerOf(data: unknown, created: Instant, { applicationId, since }: WritersWanted): WriterChange | null {
  const id = textAt(data, 'source', 'application_id') ?? '';
  const name = cleanName(textAt(data, 'source', 'name') ?? '');
  if (!isByApplication(data) || id === applicationId) return null;
  return (id === '' && name === '') || created < since ? null : { id, name, at: created };
}
