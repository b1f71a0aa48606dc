import { cleanName } from '../../domain/causes/cause';
import type { Instant } from '../../domain/instant';
import { ok, type Result } from '../../domain/result';
import type { LoggedChange, NamedApp } from '../../domain/writers/logged-change';
import type { PlatformFailure } from '../failure';
import { textAt } from '../json';
import { dataOf, decodeChange, isByApplication, readLog } from './change-log';
import type { SquareClient } from './client';

/** Pages of one reading: a log that is longer cannot be judged in time. */
const MAX_PAGES = 5;

/** What to read. */
export interface LoggedWanted {
  /** At most `CHANGES_PER_READ` variations. */
  readonly stockIds: readonly string[];
  readonly locationId: string;
  /** The oldest change wanted, by Square's clock. */
  readonly since: Instant;
  /** Our application's id, by which Square names our own changes. */
  readonly applicationId: string;
}

/** Square's log of some variations. */
export interface LoggedRead {
  /** The changes of each variation that has some, the oldest first. A variation of which a change cannot be read is left out. */
  readonly byStock: ReadonlyMap<string, readonly LoggedChange[]>;
  /** Whether all changes were read: the log to its end, and each with its variation. */
  readonly isComplete: boolean;
  readonly calls: number;
}

/** Reads from Square's log who changed the stock of some variations at a location, and how. */
export async function readLoggedChanges(client: SquareClient, wanted: LoggedWanted): Promise<Result<LoggedRead, PlatformFailure>> {
  // Without a variation, Square would return those of all.
  if (wanted.stockIds.length === 0) return ok({ byStock: new Map(), isComplete: true, calls: 0 });
  const byStock = new Map<string, LoggedChange[]>(wanted.stockIds.map((stockId) => [stockId, []]));
  const unreadable = new Set<string>();
  const seen = new Set<string>();
  const query = { ...wanted, after: wanted.since - 1, maxPages: MAX_PAGES };
  const read = await readLog(client, query, (change) => {
    const id = textAt(dataOf(change), 'id');
    // Changes that come in while pages are read may bring one that was already on the page before.
    if (id !== null && seen.has(id)) return;
    if (id !== null) seen.add(id);
    const decoded = decodeChange(change, wanted.locationId);
    if (decoded === 'elsewhere') return;
    if ('unreadable' in decoded) unreadable.add(decoded.unreadable);
    else if (decoded.created >= wanted.since) {
      const { created, occurred, effect } = decoded;
      byStock.get(decoded.stockId)?.push({ created, occurred, ...authorOf(dataOf(change), wanted.applicationId), effect });
    }
  });
  if (!read.ok) return read;
  for (const [stockId, changes] of byStock) {
    if (changes.length === 0 || unreadable.has(stockId)) byStock.delete(stockId);
    else changes.sort((a, b) => a.created - b.created);
  }
  const isComplete = read.value.isWhole && [...unreadable].every((stockId) => stockId !== '');
  return ok({ byStock, isComplete, calls: read.value.calls });
}

/** Returns who made a change, by its `source`. */
function authorOf(data: unknown, ours: string): { author: LoggedChange['author']; app: NamedApp | null } {
  const id = textAt(data, 'source', 'application_id') ?? '';
  if (id !== '' && id === ours) return { author: 'ours', app: null };
  if (!isByApplication(data)) return { author: 'square', app: null };
  const name = cleanName(textAt(data, 'source', 'name') ?? '');
  return { author: 'app', app: id === '' && name === '' ? null : { id, name } };
}
