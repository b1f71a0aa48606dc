import { writerKey } from '../account/other-writers';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import { DELAYS_MS, isByTheClock, weigh, type Evidence } from './evidence';
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
/** The weight from which an application is suspected. */
const SUSPECTED_WEIGHT = 4;
/** The fewest copies of a held application, and of a suspected one. */
const HELD_COPIES = 4;
const SUSPECTED_COPIES = 3;
/**
 * The share of its changes that must be copies. A held application makes hardly any other change; one that copies our own writes as well,
 * which are not among Shopify's changes, is only suspected.
 */
const HELD_SHARE = { copies: 0.9, mirror: 1 } as const;
const SUSPECTED_SHARE = 0.5;
/** How much the platforms' clocks may differ, in ms. */
const CLOCKS_MS = 1_000;
/** The longest time between a change and its copy, in ms. */
const LONGEST_DELAY_MS = Math.max(...DELAYS_MS);
/** How far ahead of our clock a platform's time may be, in ms. */
const AHEAD_MS = 60_000;

/** The changes of one kind by one application, with what a change at Shopify that it copies would have to state. */
interface Suspect {
  readonly app: NamedApp;
  readonly kind: NamedJudgement['kind'];
  readonly claims: readonly { readonly at: Instant; readonly value: Quantity; readonly delta: Quantity }[];
}

/**
 * Returns the application that copies Shopify's changes to Square; null when none seems to. Only when its changes come is evidence, never
 * that amounts are equal: most are one unit. What cannot be true (a time that is no time or in the future, an application without an
 * ID) suspects at most.
 *
 * An application that itself changes Shopify within a second of each of its changes at Square looks the same: it, too, counts twice.
 */
export function judgeNamed({ changes, log, now, trusted }: NamedInput): NamedJudgement | null {
  const isTime = (at: Instant): boolean => Number.isFinite(at) && at <= now + AHEAD_MS;
  const known = changes.filter(({ at, delta, after }) => isTime(at) && Number.isFinite(delta) && Number.isFinite(after) && delta !== 0);
  const logged = log.filter(({ created, effect }) => isTime(created) && Number.isFinite(effect.quantity));
  const isSound = logged.length === log.length && changes.every(({ at, delta, after }) => isTime(at) && Number.isFinite(delta + after));
  const originals = distinct(known);
  let found: (NamedJudgement & Pick<Evidence, 'weight'>) | null = null;
  for (const suspect of suspectsOf(logged, originals, trusted)) {
    const judged = judge(suspect, originals, isSound);
    if (judged !== null && (found === null || isStronger(judged, found))) found = judged;
  }
  if (found === null) return null;
  const { state, app, kind, copies } = found;
  return { state, app, kind, copies };
}

function isStronger<T extends Pick<NamedJudgement, 'state'> & Pick<Evidence, 'weight'>>(one: T, other: T): boolean {
  return one.state === other.state ? one.weight > other.weight : one.state === 'held';
}

function judge(
  { app, kind, claims }: Suspect,
  changes: readonly LedgerChange[],
  isSound: boolean,
): (NamedJudgement & Pick<Evidence, 'weight'>) | null {
  const originals = changes.map(({ at, delta, after }) => ({ at, value: kind === 'copies' ? delta : after }));
  const evidence = weigh(claims, originals);
  if (evidence === null) return null;
  const { weight, pairs } = evidence;
  const share = pairs.length / evidence.claims;
  if (weight < SUSPECTED_WEIGHT || pairs.length < SUSPECTED_COPIES || share < SUSPECTED_SHARE) return null;
  // The delay and the start that fit best were chosen from so many.
  const choices = Math.log10(DELAYS_MS.length * claims.length);
  const isHeld =
    isSound &&
    app.id !== '' &&
    weight >= HELD_WEIGHT + choices &&
    pairs.length >= HELD_COPIES &&
    share >= HELD_SHARE[kind] &&
    !isByTheClock(pairs.flatMap(({ original }) => originals[original]?.at ?? []));
  const copies = pairs.flatMap(({ claim }): CopiedChange[] => {
    const { at, delta } = claims[claim] ?? {};
    return at === undefined || delta === undefined ? [] : [{ side: 'square', delta, at }];
  });
  return { state: isHeld ? 'held' : 'suspected', app, kind, copies, weight };
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

/**
 * Returns what each application that is not trusted did at Square, its moves and its counts apart.
 *
 * Only a count that undoes a change by one of Square's own products can show a mirror: wherever Square's number is merely old, Shopify's
 * is what a person counts as well. A count that no recent change at Shopify explains shows that the application counts by itself.
 */
function suspectsOf(log: readonly LoggedChange[], originals: readonly LedgerChange[], trusted: ReadonlySet<string>): Suspect[] {
  const found = new Map<string, { app: NamedApp; kind: Suspect['kind']; claims: Suspect['claims'][number][] }>();
  const reached = Map.groupBy(originals, ({ after }) => after);
  for (const step of stepsOf(log)) {
    const { app, delta, created: at } = step;
    const { kind: how, quantity: value } = step.effect;
    if (delta === 0 || step.author !== 'app' || app === null || writerKey(app) === '' || trusted.has(writerKey(app))) continue;
    if (how === 'count' && step.previous !== 'square' && isExplained(at, reached.get(value))) continue;
    const key = `${how} ${app.id === '' ? 'name' : 'id'} ${writerKey(app)}`;
    const known = found.get(key) ?? { app, kind: how === 'count' ? 'mirror' : 'copies', claims: [] };
    known.claims.push({ at, value, delta });
    found.set(key, app.name === '' ? known : { ...known, app });
  }
  return [...found.values()];
}

/** Returns whether Shopify's number became what was counted shortly before. */
function isExplained(created: Instant, reached: readonly LedgerChange[] = []): boolean {
  return reached.some(({ at }) => at <= created + CLOCKS_MS && at >= created - LONGEST_DELAY_MS);
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
