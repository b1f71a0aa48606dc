import type { Instant } from '../instant';

const HOUR_MS = 3_600_000;
/** How long hours are kept: a week if they have changes without a webhook, otherwise a day. */
const KEPT_HOURS = 7 * 24;
const DAY_HOURS = 24;

/**
 * How long a webhook may take before its change counts as unreported, in ms: Square takes up to a minute, and a first
 * retry follows another minute later.
 */
export const OVERDUE_MS = 10 * 60_000;
/** How far the times of two statements of one change may differ, in ms: Shopify's times are whole seconds. */
const SAME_CHANGE_MS = 5_000;
/** Number of changes in a row without a webhook that make a platform silent: a single webhook may get lost. */
const SILENT_AFTER = 3;
/** The same when some webhooks arrive: this many unreported in the last day, and at least this fraction of all. */
const LOST_IN_A_DAY = 5;
const LOST_PART = 0.2;
/** Maximum number of changes that are awaited at once; further ones are not recorded. */
const MOST_WAITING = 500;

/** What a platform reported about levels in an hour, and what it did not. */
export interface HeardHour {
  /** Hours since 1970-01-01 UTC. */
  readonly hour: number;
  /** Number of webhooks about levels. */
  readonly heard: number;
  /** Changes that something other than a webhook found first. */
  readonly found: number;
  /** Changes, including our own writes, that no webhook reported in time. */
  readonly untold: number;
}

/** A change of one level that a webhook should report: the first since the last webhook, and the newest. */
interface Awaited {
  /** The platform's own time of the change, and when we learned of it. */
  readonly at: Instant;
  readonly since: Instant;
  readonly newestAt: Instant;
  readonly newestSince: Instant;
}

/**
 * What is known about a platform's delivery of webhooks about levels. A webhook follows every change that we learn of
 * in another way and every write of our own; a shop without changes sends none. So a platform is silent only if changes
 * lack webhooks, not just because no webhooks arrive.
 */
export interface WebhookDelivery {
  readonly hours: readonly HeardHour[];
  /** By stock id. */
  readonly awaited: Readonly<Record<string, Awaited>>;
  /** When the last webhook about levels arrived; null when none is recorded. */
  readonly lastHeard: Instant | null;
  /** Changes without a webhook since the last one arrived. */
  readonly inRow: number;
}

/** The initial state: nothing is known. */
export const NOTHING_HEARD: WebhookDelivery = { hours: [], awaited: {}, lastHeard: null, inRow: 0 };

/** Records a webhook about levels: `levels` with the platform's own times. */
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
    // A later change still awaits its webhook.
    awaited =
      at < newestAt - SAME_CHANGE_MS ? { ...others, [stockId]: { at: newestAt, since: newestSince, newestAt, newestSince } } : others;
  }
  return { hours: count(settled.hours, now, { heard: 1 }), awaited, lastHeard: now, inRow: 0 };
}

/** Records that a level changed at the platform's time `at`, so that a webhook is expected. `found`: not by our own write. */
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

/** Counts changes whose webhook is overdue. */
export function settle(hearing: WebhookDelivery, now: Instant): WebhookDelivery {
  const overdue = Object.entries(hearing.awaited).filter(([, { since }]) => now - since >= OVERDUE_MS);
  if (overdue.length === 0) return hearing;
  const gone = new Set(overdue.map(([stockId]) => stockId));
  const awaited = Object.fromEntries(Object.entries(hearing.awaited).filter(([stockId]) => !gone.has(stockId)));
  const hours = overdue.reduce((all, [, { since }]) => count(all, since, { untold: 1 }, now), hearing.hours);
  return { ...hearing, hours, awaited, inRow: hearing.inRow + overdue.length };
}

/** Returns whether a platform changes levels without sending webhooks. */
export function isSilent(hearing: WebhookDelivery, now: Instant): boolean {
  const { hours, inRow } = settle(hearing, now);
  if (inRow >= SILENT_AFTER) return true;
  const { heard, untold } = lastDay(hours, now);
  return untold >= LOST_IN_A_DAY && untold >= LOST_PART * (heard + untold);
}

/** Sums up the last 24 hours. */
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

/** Adds to the hour of `at`; drops hours that are too old to keep. */
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
