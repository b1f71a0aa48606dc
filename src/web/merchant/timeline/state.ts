import type { NumberAtTime, TimelineLine, TimelineResponse } from '../../../gen/sh/history_pb';
import { formatDay, formatTimeOfDay } from '../../shared/dates';
import { formatQuantity } from '../../shared/formats';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { text } from './timeline.text';

const { answer } = text;

/** The current page of the timeline. */
export const timelineAtom = atom<Query<TimelineResponse>>(idleQuery);

/** A change that a platform made this much earlier than its line was written is worth saying, in ms. */
const LATE_MS = 60_000;

/** A row of the table: a line, or what changed before it without one. */
export type TimelineRow =
  | { readonly kind: 'line'; readonly key: string; readonly line: TimelineLine }
  | { readonly kind: 'gap'; readonly key: string; readonly shopify: number; readonly square: number };

/** Returns the rows of lines, the newest first: below each line with a gap, the gap. */
export function rowsOf(lines: readonly TimelineLine[]): readonly TimelineRow[] {
  return lines.flatMap((line, index): TimelineRow[] => {
    const { shopifyGap, squareGap } = line;
    const row: TimelineRow = { kind: 'line', key: `line:${index}`, line };
    return shopifyGap === 0 && squareGap === 0
      ? [row]
      : [row, { kind: 'gap', key: `gap:${index}`, shopify: shopifyGap, square: squareGap }];
  });
}

/** Returns how long after its change a line was written, such as '5 minutes'; '' when it was at once, or there is no time of the change. */
export function lateBy({ row, changedAt = '' }: TimelineLine): string {
  const late = Date.parse(row?.date ?? '') - Date.parse(changedAt);
  return late > LATE_MS ? text.duration(late) : '';
}

/** A platform's number at a time, in words. */
export interface NumberText {
  readonly number: string;
  /** What else is known of it; '' for nothing. */
  readonly note: string;
}

/** Describes a platform's number at a time. What is not known is never shown as 0. */
export function describeNumber({ quantity, arriving, quantityBefore, quantityAfter, knownFrom }: NumberAtTime): NumberText {
  if (quantity !== undefined) return { number: formatQuantity(quantity), note: arriving === 0 ? '' : answer.arriving(arriving) };
  const before = quantityBefore === undefined ? '' : formatQuantity(quantityBefore);
  const after = quantityAfter === undefined ? '' : formatQuantity(quantityAfter);
  const moment = formatMoment(knownFrom);
  return { number: answer.notKnown, note: aroundText(before, after === '' || moment === '' ? after : answer.by(after, moment)) };
}

function aroundText(before: string, after: string): string {
  if (before === '') return after === '' ? '' : answer.later(after);
  return after === '' ? answer.before(before) : answer.beforeAndLater(before, after);
}

/** Formats a time with its day and year, in the user's time zone; '' for none. */
export function formatMoment(at: string): string {
  const day = formatDay(at);
  return day === '' ? '' : text.moment(day, formatTimeOfDay(at));
}
