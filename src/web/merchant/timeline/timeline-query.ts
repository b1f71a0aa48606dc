import { MAX_SKU } from '../../../domain/catalog/sku';

/** Lines per page. */
const PAGE_SIZE = 50;

/** The page's state in the URL; '' for what is absent. */
export interface TimelineQuery {
  /** The whole SKU. */
  readonly sku: string;
  /** The time whose numbers are shown, RFC 3339 UTC. */
  readonly at: string;
  /** Where the page starts; '' for the newest lines. */
  readonly cursor: string;
}

/** Reads the page's state from the URL; an invalid value, or a time after `now` (ms since epoch), counts as absent. */
export function readTimelineQuery(params: URLSearchParams, now: number): TimelineQuery {
  const get = (name: string): string => params.get(name) ?? '';
  const at = readTime(get('at'));
  return {
    sku: get('sku').trim().slice(0, MAX_SKU),
    at: isFuture(at, now) ? '' : at,
    cursor: /^[1-9]\d{0,14}$/u.test(get('cursor')) ? get('cursor') : '',
  };
}

/** Returns the URL parameters of the page; what is absent is not set. */
export function writeTimelineQuery({ sku, at, cursor }: TimelineQuery): URLSearchParams {
  return new URLSearchParams(Object.entries({ sku, at, cursor }).filter(([, value]) => value !== ''));
}

/** Returns the request for a page of the timeline. */
export function timelineRequest({ sku, at, cursor }: TimelineQuery, limit = PAGE_SIZE) {
  return { sku, at, cursor, limit };
}

/** Returns a time in UTC as this page writes it; '' for a text that is not one. */
function readTime(text: string): string {
  if (!/^20[1-9]\d-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/u.test(text)) return '';
  const time = writeTime(new Date(text));
  // A day that its month does not have would count as one of the next month.
  return time.startsWith(text.slice(0, 19)) ? time : '';
}

/**
 * Reads what a box for date and time holds, such as 2026-11-20T14:05, in the user's time zone; '' while it is not a whole time. A year that
 * is not typed to its end is none: 0020.
 */
export function readLocalTime(text: string): string {
  return /^20[1-9]\d-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/u.test(text) ? writeTime(new Date(text)) : '';
}

/** Returns whether a time is after `now`, in ms since epoch. */
export function isFuture(at: string, now: number): boolean {
  return at !== '' && Date.parse(at) > now;
}

function writeTime(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z');
}
