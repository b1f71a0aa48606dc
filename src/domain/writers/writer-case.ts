import { writerKey } from '../account/other-writers';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import { SOURCES, type Source } from '../source';
import type { NamedApp } from './logged-change';
import type { NamedJudgement } from './named';
import type { CopiedChange, WriterVerdict } from './verdict';

/** How the merchant ends a case. */
export const WRITER_ACTIONS = ['reconcile', 'trust', 'dismiss'] as const;
export type WriterAction = (typeof WRITER_ACTIONS)[number];

/**
 * What has become of a case. `suspected`: it is only shown. `held`: nothing is written to the variant. The others are not listed. `dismissed`:
 * the merchant removed a suspicion from the list. `trusted`: they said that the app's changes are real. `settled`: they set the number.
 */
export type WriterState = 'suspected' | 'held' | 'dismissed' | 'trusted' | 'settled';

/** What another app repeated on one side. */
export interface CopiedSide {
  readonly count: number;
  /** The sum of the changes. */
  readonly units: Quantity;
  readonly from: Instant;
  readonly to: Instant;
}

/** What another app repeated of a variant's changes. A side without copies is absent. */
export interface Copied extends Readonly<Partial<Record<Source, CopiedSide>>> {
  /** Whether those on Square are what its log states, at Square's times; a verdict states the same ones at the times when we learned of them. */
  readonly isLogged?: boolean;
  /** The latest ones of both sides, at most `MOST_LATEST`, the oldest first. */
  readonly latest: readonly CopiedChange[];
}

/** A variant whose stock another app changes as well. */
export interface WriterCase {
  readonly state: WriterState;
  /** `name`: Square's log names the app. `silence`: the app repeated our own writes. Null while nothing is proven. */
  readonly proof: 'silence' | 'name' | null;
  /** The app, as far as Square's log names it. */
  readonly app: NamedApp | null;
  /** When it was noticed, and when it was put on hold, by our clock. */
  readonly since: Instant;
  readonly heldAt: Instant | null;
  readonly copied: Copied;
  /** What the merchant decided; null while they have not. */
  readonly resolved: { readonly action: WriterAction; readonly quantity: Quantity | null; readonly at: Instant } | null;
}

/** The most changes that a case keeps; all are counted. */
export const MOST_LATEST = 20;
/** How long after Square's time we may learn of a copy, in ms: the engine takes nothing that comes later for one. */
const LEARNED_WITHIN_MS = 10_000;
/** This many variants that are put on hold within `TOGETHER_MS` put the whole account's writes on hold. */
export const TOGETHER = 3;
/** See `TOGETHER`, in ms. */
export const TOGETHER_MS = 3_600_000;

const NOTHING: Copied = { latest: [] };

/** Returns whether a case is listed. */
export function isListed({ state }: Pick<WriterCase, 'state'>): boolean {
  return state === 'suspected' || state === 'held';
}

/**
 * Returns what a verdict of the engine makes of a variant's case; null: there is none, or it ends. A suspicion never ends a hold, and what the
 * merchant trusts stays as it is.
 */
export function withVerdict(
  known: WriterCase | null,
  { kind, copies }: Pick<WriterVerdict, 'kind' | 'copies'>,
  now: Instant,
): WriterCase | null {
  if (known?.state === 'trusted') return known;
  if (kind === 'cleared') return known?.state === 'suspected' && known.app === null ? null : known;
  const present = goesOn(known, now);
  const copied = withCopies(present.copied, copies);
  if (kind === 'suspected') return { ...present, copied };
  return { ...held(present, now), proof: present.proof ?? 'silence', copied };
}

/** Returns what Square's log makes of a variant's case. Its own list of what was repeated on Square is the exact one. */
export function withName(known: WriterCase | null, { state, app, copies }: NamedJudgement, now: Instant): WriterCase {
  if (known?.state === 'trusted') return known;
  const present = goesOn(known, now);
  const logged = withCopies(
    NOTHING,
    copies.filter(({ side }) => side === 'square'),
  );
  const isMore = (logged.square?.count ?? 0) >= (present.copied.square?.count ?? 0);
  const others = present.copied.latest.filter(({ side }) => side !== 'square');
  const latest = [...others, ...logged.latest].toSorted((a, b) => a.at - b.at).slice(-MOST_LATEST);
  const copied = isMore ? { ...present.copied, ...logged, latest, isLogged: true } : present.copied;
  const named = { ...present, app, copied };
  return state === 'held' ? { ...held(named, now), proof: 'name' } : named;
}

/** Returns when the merchant set the number of a variant with this case; 0 when they have not. */
export function settledAt(known: WriterCase | null): Instant {
  return known?.state === 'settled' ? (known.resolved?.at ?? 0) : 0;
}

/** Returns a case as the merchant has ended it. */
export function resolvedAs(known: WriterCase, action: WriterAction, quantity: Quantity | null, now: Instant): WriterCase {
  const states = { reconcile: 'settled', trust: 'trusted', dismiss: 'dismissed' } as const;
  return { ...known, state: states[action], heldAt: null, resolved: { action, quantity, at: now } };
}

/** Returns whether two cases are about the same app; false while one's is not known. */
export function isSameApp(one: WriterCase, other: WriterCase): boolean {
  return one.app !== null && other.app !== null && writerKey(one.app) === writerKey(other.app);
}

/** Returns whether so many variants were put on hold within an hour, each after `from`, that another app must be copying everything. */
export function holdsTogether(cases: readonly WriterCase[], from: Instant): boolean {
  const times = cases
    .flatMap(({ state, heldAt }) => (state === 'held' && heldAt !== null && heldAt > from ? [heldAt] : []))
    .toSorted((a, b) => a - b);
  return times.some((at, index) => (times[index + TOGETHER - 1] ?? Infinity) - at <= TOGETHER_MS);
}

/** Returns the sum of what was repeated on both sides; null when nothing is known of it. */
export function allCopied({ copied }: WriterCase): CopiedSide | null {
  const sides = SOURCES.flatMap((side) => copied[side] ?? []);
  if (sides.length === 0) return null;
  return {
    count: sides.reduce((sum, { count }) => sum + count, 0),
    units: sides.reduce((sum, { units }) => sum + units, 0),
    from: Math.min(...sides.map(({ from }) => from)),
    to: Math.max(...sides.map(({ to }) => to)),
  };
}

/** Returns when something last happened in a case, by our clock. */
export function lastAt(one: WriterCase): Instant {
  return Math.max(one.since, allCopied(one)?.to ?? 0, one.resolved?.at ?? 0);
}

/** Returns the case that evidence is added to: a new one when there is none, or the merchant has set the number since. */
function goesOn(known: WriterCase | null, now: Instant): WriterCase {
  if (known !== null && known.state !== 'settled') return known;
  return { state: 'suspected', proof: null, app: null, since: now, heldAt: null, copied: NOTHING, resolved: null };
}

function held(one: WriterCase, now: Instant): WriterCase {
  return { ...one, state: 'held', heldAt: one.state === 'held' ? one.heldAt : now, resolved: null };
}

/** Adds changes that are not counted yet: a verdict states again what an earlier one, or Square's log, stated. */
function withCopies(copied: Copied, copies: readonly CopiedChange[]): Copied {
  const counted = new Set(copied.latest);
  let next = copied;
  for (const copy of copies) {
    const { side, delta, at } = copy;
    const known = knownAs(copy, [...counted], copied.isLogged === true && side === 'square');
    if (known !== null) counted.delete(known);
    const sum = copied[side];
    if (known !== null || (sum !== undefined && at < sum.to)) continue;
    const { count = 0, units = 0, from = at, to = at } = next[side] ?? {};
    const added = { count: count + 1, units: units + delta, from: Math.min(from, at), to: Math.max(to, at) };
    next = { ...next, [side]: added, latest: [...next.latest, copy].toSorted((a, b) => a.at - b.at).slice(-MOST_LATEST) };
  }
  return next;
}

/** Returns which of the counted changes, the oldest first, a copy is; null when it is none. `isLogged`: theirs may be Square's times. */
function knownAs({ side, delta, at }: CopiedChange, counted: readonly CopiedChange[], isLogged: boolean): CopiedChange | null {
  const alike = counted.filter((one) => one.side === side && one.delta === delta);
  const same = alike.find((one) => one.at === at);
  const learned = isLogged ? alike.findLast((one) => one.at <= at && at - one.at <= LEARNED_WITHIN_MS) : undefined;
  return same ?? learned ?? null;
}
