import type { Instant } from '../instant';

const HOUR_MS = 3_600_000;
/** Hours that are kept: those in which something was found without a webhook for a week, others for a day. */
const KEPT_HOURS = 7 * 24;
const DAY_HOURS = 24;

/** How long a webhook may take before its change counts as not told, in ms: Square takes up to a minute, and a first repeat follows after another. */
export const OVERDUE_MS = 10 * 60_000;
/** By how much two statements of one change may differ in time, in ms: Shopify's times are whole seconds. */
const SAME_CHANGE_MS = 5_000;
/** Changes in a row without a webhook that make a platform silent: a single webhook is lost at times. */
const SILENT_AFTER = 3;
/** The same where some webhooks come: so many in the last day, and at least this part of all. */
const LOST_IN_A_DAY = 5;
const LOST_PART = 0.2;
/** Changes that are waited for at once; of further ones nothing is noted. */
const MOST_WAITING = 500;

/** What a platform told of levels in an hour, and what it did not. */
export interface HeardHour {
  /** Hours since 1970-01-01 UTC. */
  readonly hour: number;
  /** Webhooks that were about levels. */
  readonly heard: number;
  /** Changes that something else than a webhook found first. */
  readonly found: number;
  /** Changes, our own writes among them, of which no webhook had told in time. */
  readonly untold: number;
}

/** A change of one level that a webhook should tell of: the first since one did, and the newest. */
interface Awaited {
  /** The platform's own time of the change, and when we learned of it. */
  readonly at: Instant;
  readonly since: Instant;
  readonly newestAt: Instant;
  readonly newestSince: Instant;
}

/**
 * What is known of a platform's webhooks about levels. Every change that is learned of in another way, and every write of our
 * own, is followed by one; a shop in which nothing happens has none to send. So it is changes without webhooks that tell
 * silence from quiet, never the absence of webhooks alone.
 */
export interface WebhookDelivery {
  readonly hours: readonly HeardHour[];
  /** By stock id. */
  readonly awaited: Readonly<Record<string, Awaited>>;
  /** When the last webhook about levels came; null when none was noted. */
  readonly lastHeard: Instant | null;
  /** Changes of which no webhook told, since one last came. */
  readonly inRow: number;
}

/** Nothing is known yet. */
export const NOTHING_HEARD: WebhookDelivery = { hours: [], awaited: {}, lastHeard: null, inRow: 0 };

/** A webhook about levels has come: `levels` with the platform's own times. */
export function hear(
  hearing: WebhookDelivery,
  levels: readonly { readonly stockId: string; readonly at: Instant }[],
  now: Instant,
): WebhookDelivery {
  const settled = settle(hearing, now);
  let { awaited } = settled;
  for (const { stockId, at } of levels) {
    const change = awaited[stockId];
    if (change === undefined || at < change.at - SAME_CHANGE_MS) continue;
    const { [stockId]: _told, ...others } = awaited;
    const { newestAt, newestSince } = change;
    // What came after it is still to be told of.
    awaited =
      at < newestAt - SAME_CHANGE_MS ? { ...others, [stockId]: { at: newestAt, since: newestSince, newestAt, newestSince } } : others;
  }
  return { hours: count(settled.hours, now, { heard: 1 }), awaited, lastHeard: now, inRow: 0 };
}

/** A level changed at the platform at its time `at`, and a webhook should tell of it. `found`: not by a write of our own. */
export function expectWebhook(
  hearing: WebhookDelivery,
  change: { stockId: string; at: Instant; found: boolean },
  now: Instant,
): WebhookDelivery {
  const { stockId, at, found } = change;
  const settled = settle(hearing, now);
  const hours = found ? count(settled.hours, now, { found: 1 }) : settled.hours;
  const known = settled.awaited[stockId];
  if (known === undefined && Object.keys(settled.awaited).length >= MOST_WAITING) return { ...settled, hours };
  const first = known ?? { at, since: now };
  const next: Awaited = { at: first.at, since: first.since, newestAt: Math.max(at, known?.newestAt ?? at), newestSince: now };
  return { ...settled, hours, awaited: { ...settled.awaited, [stockId]: next } };
}

/** Counts what has been waited for in vain. */
export function settle(hearing: WebhookDelivery, now: Instant): WebhookDelivery {
  const overdue = Object.entries(hearing.awaited).filter(([, { since }]) => now - since >= OVERDUE_MS);
  if (overdue.length === 0) return hearing;
  const gone = new Set(overdue.map(([stockId]) => stockId));
  const awaited = Object.fromEntries(Object.entries(hearing.awaited).filter(([stockId]) => !gone.has(stockId)));
  const hours = overdue.reduce((all, [, { since }]) => count(all, since, { untold: 1 }, now), hearing.hours);
  return { ...hearing, hours, awaited, inRow: hearing.inRow + overdue.length };
}

/** Whether a platform changes levels and does not tell of it. */
export function isSilent(hearing: WebhookDelivery, now: Instant): boolean {
  const { hours, inRow } = settle(hearing, now);
  if (inRow >= SILENT_AFTER) return true;
  const { heard, untold } = lastDay(hours, now);
  return untold >= LOST_IN_A_DAY && untold >= LOST_PART * (heard + untold);
}

/** The last 24 hours in numbers. */
export function lastDay(hours: readonly HeardHour[], now: Instant): Omit<HeardHour, 'hour'> {
  const oldest = Math.floor(now / HOUR_MS) - DAY_HOURS;
  const sum = { heard: 0, found: 0, untold: 0 };
  for (const { hour, heard, found, untold } of hours) {
    if (hour <= oldest) continue;
    sum.heard += heard;
    sum.found += found;
    sum.untold += untold;
  }
  return sum;
}

/** Adds to the hour of `at`; hours that need not be kept any more go. */
function count(hours: readonly HeardHour[], at: Instant, more: Partial<Omit<HeardHour, 'hour'>>, now: Instant = at): HeardHour[] {
  const [hour, present] = [Math.floor(at / HOUR_MS), Math.floor(now / HOUR_MS)];
  const before = hours.find((one) => one.hour === hour) ?? { hour, heard: 0, found: 0, untold: 0 };
  const next = {
    hour,
    heard: before.heard + (more.heard ?? 0),
    found: before.found + (more.found ?? 0),
    untold: before.untold + (more.untold ?? 0),
  };
  const kept = hours.filter((one) => one.hour !== hour && one.hour > present - (one.found + one.untold > 0 ? KEPT_HOURS : DAY_HOURS));
  return [...kept, next].sort((a, b) => a.hour - b.hour);
}
