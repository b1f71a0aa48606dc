import type { HistoryLine } from '../../../db/history';
import type { TimelineQuery } from '../../../db/timeline';
import { MAX_SKU } from '../../../domain/catalog/sku';
import { changedAt, type NumberAt } from '../../../domain/history/number-at';
import type { TimelineEntry } from '../../../domain/history/timeline';
import { toUnits } from '../../../domain/quantity';
import { ok, refuse, type Answer } from '../../../domain/result';
import type { NumberAtTime, TimelineLine, TimelineRequest } from '../../../gen/sh/history_pb';
import { readCursor, readLimit, readText, readTime } from './arguments';
import { toHistoryRow } from './history-row';
import { toTimestamp } from './time';

/** Lines per page, unless another number is asked for, and at most. */
const LIMIT = 50;
const MOST = 200;

/** Reads a request for a page of a SKU's timeline. */
export function readTimelineRequest(input: TimelineRequest): Answer<TimelineQuery> {
  const sku = readText('sku', input.sku.trim(), MAX_SKU);
  if (!sku.ok) return sku;
  if (sku.value === '') return refuse('invalid_argument', 'sku is required: a timeline is of one SKU.');
  const at = readTime('at', input.at);
  if (!at.ok) return at;
  const before = readCursor(input.cursor);
  if (!before.ok) return before;
  const limit = readLimit('limit', input.limit, LIMIT);
  if (!limit.ok) return limit;
  return ok({ sku: sku.value, at: at.value, before: before.value, limit: Math.min(limit.value, MOST) });
}

/** Returns a line of a timeline as messages have it. */
export function toTimelineLine({ line, numbers, gaps }: TimelineEntry<HistoryLine>): TimelineLine {
  return {
    row: toHistoryRow(line),
    ...(line.fact.kind === 'change' && { changedAt: toTimestamp(changedAt(line)) }),
    ...(numbers.shopify !== null && { shopifyQuantity: toUnits(numbers.shopify) }),
    ...(numbers.square !== null && { squareQuantity: toUnits(numbers.square) }),
    shopifyGap: toUnits(gaps.shopify),
    squareGap: toUnits(gaps.square),
  };
}

/** Returns a platform's number at a time as messages have it. */
export function toNumberAtTime({ number, arriving, before, after, knownFrom }: NumberAt): NumberAtTime {
  return {
    ...(number !== null && { quantity: toUnits(number) }),
    arriving: toUnits(arriving),
    ...(before !== null && { quantityBefore: toUnits(before) }),
    ...(after !== null && { quantityAfter: toUnits(after) }),
    knownFrom: toTimestamp(knownFrom),
  };
}
