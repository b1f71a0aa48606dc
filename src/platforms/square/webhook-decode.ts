import type { InboundEvent, LevelReport, ReadEvent, UnstatedLevel } from '../../domain/inbound';
import { at, isRecord, listAt, parseExactJson, textAt } from '../json';
import type { JsonRecord } from '../json';
import { decodeCount } from './inventory';

/** A verified webhook: its owner, type and content. All three are in the signed body. */
export interface SquareWebhook extends ReadEvent {
  /** '' when the body names no merchant. */
  readonly merchantId: string;
  /** '' when the body has no type. */
  readonly type: string;
}

const UNREADABLE: InboundEvent = { kind: 'unreadable', source: 'square' };

const clear = (event: InboundEvent): ReadEvent => ({ event, problem: '' });

/**
 * Reduces a verified webhook to its owner and an event; null for a type that we do not handle. A body that does not
 * match its type also yields an event, which states what to read instead.
 */
export function decodeSquareWebhook(raw: string): SquareWebhook | null {
  const parsed = parseExactJson(raw);
  if (!isRecord(parsed)) return { merchantId: '', type: '', event: UNREADABLE, problem: 'the body is not a JSON object' };
  const merchantId = textAt(parsed, 'merchant_id') ?? '';
  const type = textAt(parsed, 'type') ?? '';
  const read = decodeEvent(type, parsed);
  if (read === null) return null;
  return { merchantId, type, event: read.event, problem: merchantId === '' ? 'merchant_id is missing' : read.problem };
}

function decodeEvent(type: string, body: JsonRecord): ReadEvent | null {
  switch (type) {
    case 'inventory.count.updated':
      return decodeCounts(body);
    case 'catalog.version.updated':
      return clear({ kind: 'catalog' });
    case 'location.created':
    case 'location.updated':
      return clear({ kind: 'locations', source: 'square' });
    case 'oauth.authorization.revoked':
      return clear({ kind: 'revoked', source: 'square' });
    case '':
      return { event: UNREADABLE, problem: 'type is missing' };
    default:
      return null;
  }
}

/** Decodes the up to a hundred counts of a notification; each is independent. */
function decodeCounts(body: JsonRecord): ReadEvent {
  const counts = listAt(body, 'data', 'object', 'inventory_counts');
  if (counts === null) {
    const event: InboundEvent = { kind: 'levels', source: 'square', levels: [], incomplete: true };
    // Square omits the object when it was deleted.
    return at(body, 'data', 'object') === undefined ? clear(event) : { event, problem: 'inventory_counts is missing' };
  }
  const levels: LevelReport[] = [];
  const unstated: UnstatedLevel[] = [];
  let unknown = 0;
  for (const count of counts) {
    const state = textAt(count, 'state');
    // Counts of other states (SOLD, WASTE …) are included: they are not stock.
    if (state !== null && state !== 'IN_STOCK') continue;
    const level = decodeCount(count);
    const stockId = textAt(count, 'catalog_object_id') ?? '';
    if (level !== null) levels.push(level);
    else if (stockId !== '') unstated.push({ stockId, locationId: textAt(count, 'location_id') });
    else unknown += 1;
  }
  const wrong = unstated.length + unknown;
  return {
    event: {
      kind: 'levels',
      source: 'square',
      levels,
      ...(unstated.length > 0 && { unstated }),
      ...(unknown > 0 && { incomplete: true }),
    },
    problem: wrong === 0 ? '' : `${wrong} of ${counts.length} counts are not what is documented`,
  };
}
