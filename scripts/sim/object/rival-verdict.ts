import type { RivalPlay } from './rival-plan';
import type { SeenAlert, SeenCase } from './rival-watch';

/** What is known of a variant that the app copied, when the app was turned off. Units are whole. */
export interface CopiedVariant {
  readonly sku: string;
  /** Units lost or invented, on the side where it is more, and how many are allowed. */
  readonly lost: number;
  readonly allowed: number;
  /** When the app made each of its changes, in ms. */
  readonly copies: readonly number[];
}

/** What came of a history before the merchant said that the app is off. */
export interface Found {
  readonly play: RivalPlay;
  readonly isCut: boolean;
  readonly cases: ReadonlyMap<string, SeenCase>;
  /** When the app was listed among those that change stock at Square, in ms; null when it was not. */
  readonly writerListedAt: number | null;
  readonly alerts: readonly SeenAlert[];
  readonly variants: readonly CopiedVariant[];
  /** The longest wait of an honest customer's change, in ms; null where the whole account was on hold. */
  readonly longestMs: number | null;
  /** When the app was turned off, in ms, and its longest delay. */
  readonly offAt: number;
  readonly delayMs: number;
}

/** How long an honest change may wait for a test: what is promised, and the requests of a busy lane, in ms. */
const WAITS_MS = 10_000 + 1_600;
/** How soon after the proof the merchant's alert must be raised, and their mail leave with the next minute's job, in ms. */
const ALERT_MS = 60_000;
const MAIL_MS = ALERT_MS + 65_000;
/** After so many copies, and this time in ms, an app that is not proven must be suspected of the variant, or listed among those that change stock. */
const MANY_COPIES = 12;
const SUSPECTED_MS = 600_000;
/** The alerts that say something of another app. */
const WRITER_ALERTS = ['another_writer', 'suspected_writer'];

/** Returns how long after the first proof the merchant's alert was raised and mailed, in ms; null without a proof, or without the other. */
export function alertTimes({ cases, alerts }: Pick<Found, 'cases' | 'alerts'>): {
  readonly alertMs: number | null;
  readonly mailMs: number | null;
} {
  const heldAt = Math.min(...[...cases.values()].map((one) => one.heldAt ?? Infinity));
  const alert = alerts.find(({ kind }) => kind === 'another_writer');
  if (!Number.isFinite(heldAt) || alert === undefined) return { alertMs: null, mailMs: null };
  return { alertMs: alert.raisedAt - heldAt, mailMs: alert.toldAt === null ? null : alert.toldAt - heldAt };
}

/** Says that an app was neither suspected nor listed in time. */
const UNNOTICED = 'was not noticed in time';

/** Returns whether nothing else is wrong with a history than that the app was not noticed in time. */
export const isUnnoticed = (problems: readonly string[]): boolean =>
  problems.length > 0 && problems.every((problem) => problem.endsWith(UNNOTICED));

/** Returns what is wrong with a history up to then. */
export function wrongOf(found: Found): string[] {
  const { play, cases, variants, longestMs, alerts } = found;
  const touched = new Set(variants.flatMap(({ sku, copies }) => (copies.length === 0 ? [] : [sku])));
  const problems = [...cases].flatMap(([sku, { heldAt }]) =>
    heldAt === null || touched.has(sku) ? [] : [`${sku} is held, but no app touched it`],
  );
  if (longestMs !== null && longestMs > WAITS_MS) problems.push(`a change of an honest customer waited ${Math.round(longestMs)} ms`);
  if (play === 'hot') problems.push(...alerts.flatMap(({ kind }) => (WRITER_ALERTS.includes(kind) ? [`an alert is raised: ${kind}`] : [])));
  return [...problems, ...wrongAlert(found), ...variants.flatMap((variant) => wrongVariant(found, variant))];
}

function wrongAlert(found: Found): string[] {
  if ([...found.cases.values()].every(({ heldAt }) => heldAt === null)) return [];
  const { alertMs, mailMs } = alertTimes(found);
  if (alertMs === null || alertMs > ALERT_MS) return [`the alert was raised ${alertMs === null ? 'never' : `after ${alertMs} ms`}`];
  return mailMs === null || mailMs > MAIL_MS ? [`the merchant was mailed ${mailMs === null ? 'never' : `after ${mailMs} ms`}`] : [];
}

function wrongVariant(
  { play, cases, writerListedAt, isCut, offAt, delayMs }: Found,
  { sku, lost, allowed, copies }: CopiedVariant,
): string[] {
  const one = cases.get(sku);
  const isHeld = one !== undefined && one.heldAt !== null;
  if (play === 'delta') {
    // Where the merchant turns the app off after the first proof, others have no time for theirs.
    if (!isHeld && !isCut) return [`the app was never proven for ${sku}, ${lost} units are lost or invented`];
    return lost > allowed ? [`${lost} units of ${sku} are lost or invented, ${allowed} are allowed`] : [];
  }
  if (play === 'orders' && one?.proof === 'name' && one.overcounted > 0)
    return [`the case of ${sku} states ${one.overcounted} changes more than the app had made`];
  const due = (copies[MANY_COPIES - 1] ?? Infinity) + SUSPECTED_MS;
  const noticedAt = Math.min(one?.listedAt ?? Infinity, writerListedAt ?? Infinity);
  const isLate = due <= offAt && !isHeld && noticedAt > due;
  const within = `${Math.round(delayMs / 100) / 10} s`;
  return isLate ? [`the app made ${copies.length} changes of ${sku}, each within ${within}, and ${UNNOTICED}`] : [];
}
