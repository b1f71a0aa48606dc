import { writerKey } from '../account/other-writers';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import { DELAYS, isByTheClock, LONGEST_DELAY_MS, weigh, type Evidence } from './evidence';
import type { LedgerChange, LoggedChange, NamedApp } from './logged-change';
import type { CopiedChange } from './verdict';

/** What the ledger and Square's log say of one variant, over the same time. */
export interface NamedInput {
  /** Shopify's changes that we did not make. */
  readonly changes: readonly LedgerChange[];
  readonly log: readonly LoggedChange[];
  readonly now: Instant;
  /** The `writerKey` of each application that the merchant trusts. */
  readonly trusted: ReadonlySet<string>;
}

/** An application whose changes at Square copy Shopify's. */
export interface NamedJudgement {
  /** `suspected`: they look copied. `held`: nothing but a copy explains them. */
  readonly state: 'suspected' | 'held';
  readonly app: NamedApp;
  /** `copies`: it makes the same changes as Shopify. `mirror`: it sets Square's number to Shopify's. */
  readonly kind: 'copies' | 'mirror';
  /** Its changes at Square that look copied, the oldest first; `at` is Square's time. */
  readonly copies: readonly CopiedChange[];
}

/** The probability that an honest application is held for one variant at one time is at most 10 to the power of minus this. */
const HELD_WEIGHT = 7;
/** The weight from which an application is suspected: it costs the merchant a look, and no unit. */
const SUSPECTED_WEIGHT = 3;
/** From when on an application is suspected whose every change is a copy, where nothing is left that it did not copy. */
const COMPLETE = { weight: 1, copies: 8, share: 0.8 } as const;
/** The weight from which it is worth another look. */
const POSSIBLE_WEIGHT = 1;
/** The fewest copies of a held application, and of a suspected one. */
const HELD_COPIES = 4;
const SUSPECTED_COPIES = 3;
/**
 * The share of its changes that must be copies. A held application makes hardly any other change; one that copies our own writes as well,
 * which are not among Shopify's changes, is only suspected.
 */
const HELD_SHARE = { moves: 0.9, undoes: 1, counts: 0.85 } as const;
const SUSPECTED_SHARE = 0.5;
/** How much the platforms' clocks may differ, in ms. */
const CLOCKS_MS = 1_000;
/** How far ahead of our clock a platform's time may be, in ms. */
const AHEAD_MS = 60_000;

/** The changes of one kind by one application. */
interface Suspect {
  readonly app: NamedApp;
  /** By what it is suspected; see `suspectsOf`. */
  readonly tell: keyof typeof HELD_SHARE;
  readonly claims: readonly Claimed[];
}

/** A change that may be a copy, with what a change at Shopify that it copies would have to state. */
interface Claimed {
  readonly at: Instant;
  readonly value: Quantity;
  readonly delta: Quantity;
}

type Judged = Omit<NamedJudgement, 'state'> & Pick<Evidence, 'weight'> & { readonly state: NamedJudgement['state'] | 'possible' };

/**
 * Returns the application that copies Shopify's changes to Square; null when none seems to. Only when its changes come is evidence, never
 * that amounts are equal: most are one unit. What cannot be true (a time that is no time or in the future, an application without an
 * ID) suspects at most.
 *
 * An application that itself changes Shopify within a second of each of its changes at Square looks the same: it, too, counts twice.
 */
export function judgeNamed(input: NamedInput): NamedJudgement | null {
  const found = strongestOf(input);
  if (found === null || found.state === 'possible') return null;
  const { state, app, kind, copies } = found;
  return { state, app, kind, copies };
}

/** Returns whether an application seems to copy Shopify's changes, or might: a later log tells more. */
export function mayBeNamed(input: NamedInput): boolean {
  return strongestOf(input) !== null;
}

function strongestOf({ changes, log, now, trusted }: NamedInput): Judged | null {
  const isTime = (at: Instant): boolean => Number.isFinite(at) && at <= now + AHEAD_MS;
  const known = changes.filter(({ at, delta, after }) => isTime(at) && Number.isFinite(delta) && Number.isFinite(after) && delta !== 0);
  const logged = log.filter(({ created, effect }) => isTime(created) && Number.isFinite(effect.quantity));
  const isSound = logged.length === log.length && changes.every(({ at, delta, after }) => isTime(at) && Number.isFinite(delta + after));
  const originals = distinct(known);
  let found: Judged | null = null;
  for (const suspect of suspectsOf(logged, originals, trusted)) {
    const judged = judge(suspect, originals, isSound);
    if (judged !== null && (found === null || isStronger(judged, found))) found = judged;
  }
  return found;
}

const STRENGTHS = ['possible', 'suspected', 'held'] as const;

function isStronger(one: Judged, other: Judged): boolean {
  const by = STRENGTHS.indexOf(one.state) - STRENGTHS.indexOf(other.state);
  return by === 0 ? one.weight > other.weight : by > 0;
}

function judge({ app, tell, claims }: Suspect, changes: readonly LedgerChange[], isSound: boolean): Judged | null {
  const kind = tell === 'moves' ? 'copies' : 'mirror';
  const originals = changes.map(({ at, delta, after }) => ({ at, value: kind === 'copies' ? delta : after }));
  const evidence = weigh(claims, originals);
  if (evidence === null) return null;
  const { weight, pairs } = evidence;
  const share = pairs.length / evidence.claims;
  if (weight < POSSIBLE_WEIGHT || share < SUSPECTED_SHARE) return null;
  const isSuspected = (weight >= SUSPECTED_WEIGHT && pairs.length >= SUSPECTED_COPIES) || isComplete(evidence);
  // The delay and the start that fit best were chosen from so many.
  const choices = Math.log10(DELAYS.length * claims.length);
  const isHeld =
    isSound &&
    app.id !== '' &&
    weight >= HELD_WEIGHT + choices &&
    pairs.length >= HELD_COPIES &&
    share >= HELD_SHARE[tell] &&
    !isByTheClock(pairs.flatMap(({ original }) => originals[original]?.at ?? []));
  const copies = pairs.flatMap(({ claim }): CopiedChange[] => {
    const { at, delta } = claims[claim] ?? {};
    return at === undefined || delta === undefined ? [] : [{ side: 'square', delta, at }];
  });
  return { state: isHeld ? 'held' : isSuspected ? 'suspected' : 'possible', app, kind, copies, weight };
}

/**
 * Returns whether an application made each of its changes as a copy, and copied everything: of a slow one, whose copies come as far apart as
 * customers, the times alone tell little.
 */
function isComplete({ weight, claims, covered, pairs }: Evidence): boolean {
  return (
    weight >= COMPLETE.weight && pairs.length >= COMPLETE.copies && pairs.length / claims >= COMPLETE.share && covered >= COMPLETE.share
  );
}

/** Returns Shopify's changes, the oldest first, each once. */
function distinct(changes: readonly LedgerChange[]): LedgerChange[] {
  const byLine = new Map(changes.map((change) => [`${change.at} ${change.delta} ${change.before} ${change.after}`, change]));
  return [...byLine.values()].toSorted((a, b) => a.at - b.at);
}

/** A change with what it did to Square's number. */
interface Step extends LoggedChange {
  /** By how much the number changed; 0 where a count states what stood there, or nobody knows what it changed. */
  readonly delta: Quantity;
  /** Who had changed the number before; null where nobody had. */
  readonly previous: LoggedChange['author'] | null;
}

/** Returns the log, oldest first, with what each change did to Square's number: as far as that follows from counts. */
function stepsOf(log: readonly LoggedChange[]): Step[] {
  let level: Quantity | null = null;
  let previous: LoggedChange['author'] | null = null;
  return log
    .toSorted((a, b) => a.created - b.created)
    .map((change) => {
      const { kind, quantity } = change.effect;
      const after: Quantity | null = kind === 'count' ? quantity : level === null ? null : level + quantity;
      const delta = kind === 'move' ? quantity : level === null ? 0 : quantity - level;
      const step = { ...change, delta, previous };
      level = after;
      if (delta !== 0) previous = change.author;
      return step;
    });
}

/** What a count copies that changes nothing: nothing. */
const NOTHING = Number.NaN;
/** For how long after a change at Square, in ms, counts may repeat the number that our write of it leaves at Shopify. */
const REPEATED_MS = 15_000;

/**
 * Returns what each application that is not trusted did at Square: its moves, and its counts in two ways.
 *
 * A mirror that is slower than we are shows by counts that undo a change by one of Square's own products; wherever Square's number is merely old,
 * Shopify's is what a person counts as well. A count that no recent change at Shopify explains shows that the application counts by itself.
 *
 * One that is faster shows by counts that come before our write of the same change. A person's come as often when we have written, and change
 * nothing then: each that does, after our write, speaks against the application. What follows a change at Square says nothing either way, since a mirror
 * repeats the numbers that our own writes leave at Shopify.
 */
function suspectsOf(log: readonly LoggedChange[], originals: readonly LedgerChange[], trusted: ReadonlySet<string>): Suspect[] {
  const found = new Map<string, { app: NamedApp; tell: Suspect['tell']; claims: Claimed[] }>();
  const add = (tell: Suspect['tell'], app: NamedApp, claim: Claimed): void => {
    const key = `${tell} ${app.id === '' ? 'name' : 'id'} ${writerKey(app)}`;
    const known = found.get(key) ?? { app, tell, claims: [] };
    known.claims.push(claim);
    found.set(key, app.name === '' ? known : { ...known, app });
  };
  const reached = Map.groupBy(originals, ({ after }) => after);
  let changedAt: Instant = -Infinity;
  let wroteAt: Instant = -Infinity;
  for (const step of stepsOf(log)) {
    const { app, created } = step;
    const before = { isLively: created - changedAt <= REPEATED_MS, wroteAt, reached: reached.get(step.effect.quantity) ?? [] };
    if (step.author === 'ours') wroteAt = created;
    else if (step.delta !== 0) changedAt = created;
    if (step.author !== 'app' || app === null || writerKey(app) === '' || trusted.has(writerKey(app))) continue;
    for (const [tell, claim] of claimsOf(step, before)) add(tell, app, claim);
  }
  return [...found.values()];
}

/** What came before an application's change. */
interface Before {
  /** Whether anybody but us has changed Square's number shortly before. */
  readonly isLively: boolean;
  /** When we wrote last. */
  readonly wroteAt: Instant;
  /** Shopify's changes that led to the number that was counted. */
  readonly reached: readonly LedgerChange[];
}

/** Returns what an application's change claims to be a copy of, by what it may tell. */
function claimsOf({ created: at, delta, previous, effect }: Step, { isLively, wroteAt, reached }: Before): [Suspect['tell'], Claimed][] {
  const { kind, quantity: value } = effect;
  if (kind === 'move') return delta === 0 ? [] : [['moves', { at, value, delta }]];
  const recent = reached.filter((change) => change.at <= at + CLOCKS_MS && change.at >= at - LONGEST_DELAY_MS);
  const claims: [Suspect['tell'], Claimed][] = [];
  if (delta !== 0 && (previous === 'square' || recent.length === 0)) claims.push(['undoes', { at, value, delta }]);
  // Where units are lost already, a mirror may state what Square shows by chance, before we have written the change.
  const isAhead = delta !== 0 || recent.some((change) => wroteAt < change.at);
  if (!isLively) claims.push(['counts', { at, value: isAhead ? value : NOTHING, delta }]);
  return claims;
}

/**
 * Returns the one application that changed a variant at Square; null when there is none, there are several, or Square states no ID. It
 * copies nothing for certain: it names the app that the test by silence has proven, as the one it probably is.
 */
export function onlyApp(log: readonly LoggedChange[], trusted: ReadonlySet<string>): NamedApp | null {
  const apps = new Map(log.flatMap(({ app }) => (app === null ? [] : [[writerKey(app), app] as const])));
  const [app = null] = apps.values();
  return app === null || apps.size > 1 || app.id === '' || trusted.has(writerKey(app)) ? null : app;
}
