import { otherSource, SOURCES } from '../../src/domain/source';
import { levelOf, NEVER_STATED, restingSide, withSide, type LinkedLevel } from '../../src/domain/sync/linked-level';
import { ENGINE, HABITS, type Engine, type Habits } from './engine';
import { scenarioOf, STORM, type Scenario } from './scenario';

/** A defect built in on purpose: the simulation must notice it. */
export interface Mutant {
  readonly name: string;
  readonly what: string;
  readonly engine: Engine;
  readonly habits: Habits;
  /** Where it is hunted: the plain scenario, or one whose weather brings a rare case about more often. */
  readonly scenario: Scenario;
}

interface Defect {
  readonly what: string;
  readonly engine?: Partial<Engine>;
  readonly habits?: Partial<Habits>;
  readonly scenario?: string;
  readonly weather?: Partial<Scenario>;
}

/** Requests get lost and arrive late far more often than even in the storm. */
const LATE: Partial<Scenario> = { requestLost: 0.35, lostArrivesLate: 0.9, refusedOrThrottled: 0.05 };

const withoutOps = (cell: LinkedLevel, owed: boolean): LinkedLevel => {
  let next = cell;
  for (const source of SOURCES) {
    const { inFlight, pending } = next[source];
    if (inFlight !== null) next = withSide(next, source, { inFlight: null, pending: owed ? pending + inFlight.delta : pending });
  }
  return next;
};

const DEFECTS: Readonly<Record<string, Defect>> = {
  'absolute-set': {
    what: 'the value of one side is copied to the other instead of its change',
    engine: {
      observe: (cell, source, seen) => {
        const other = otherSource(source);
        const { accounted, inFlight } = cell[other];
        const copied = withSide(cell, source, { accounted: seen.value, observedAt: Math.max(seen.at, cell[source].observedAt ?? 0) });
        return { cell: withSide(copied, other, { pending: seen.value - (accounted ?? 0) - (inFlight?.delta ?? 0) }), facts: [] };
      },
    },
  },
  'new-key-per-retry': { what: 'a repeat carries a key of its own', habits: { keepsKey: false } },
  'account-while-in-flight': {
    what: 'observations are accounted while a write is in flight, not parked',
    engine: {
      observe: (cell, source, seen, via, rules) => {
        const { inFlight } = cell[source];
        const step = ENGINE.observe(withSide(cell, source, { inFlight: null }), source, seen, via, rules);
        return { ...step, cell: withSide(step.cell, source, { inFlight }) };
      },
    },
  },
  'definite-429-after-timeout': {
    what: 'a 429 after an unanswered attempt is taken as "no effect"',
    engine: {
      judge: (flight, answer, count, sentAt) =>
        ENGINE.judge(answer.kind === 'throttled' ? { ...flight, unanswered: 0 } : flight, answer, count, sentAt),
    },
  },
  'no-quarantine': {
    what: 'a stale write after an unanswered attempt is taken as "no effect"',
    engine: {
      judge: (flight, answer, count, sentAt) =>
        ENGINE.judge(answer.kind === 'refused' ? { ...flight, unanswered: 0 } : flight, answer, count, sentAt),
    },
    weather: LATE,
  },
  'quarantine-from-first-attempt': {
    what: 'the quarantine counts from the first attempt, not from the last',
    engine: {
      judge: (flight, answer, count, sentAt) => ENGINE.judge({ ...flight, lastUnanswered: flight.firstSent }, answer, count, sentAt),
    },
    weather: { ...LATE, requestLost: 0.6 },
  },
  'two-attempts-outstanding': { what: 'a second attempt goes out while the first is awaited', habits: { hedgeAfterMs: 300 } },
  'no-sweep': { what: 'levels are never read again', habits: { sweeps: false } },
  'no-monotone-time': {
    what: 'observations count in the order in which they arrive',
    engine: {
      observe: (cell, source, seen, via, rules) =>
        ENGINE.observe(cell, source, { ...seen, at: Math.max(seen.at, (cell[source].observedAt ?? 0) + 1) }, via, rules),
    },
  },
  'forget-op-on-restart': { what: 'what was in flight is not stored', engine: { load: (row) => withoutOps(ENGINE.load(row), false) } },
  'return-op-on-restart': {
    what: 'what was in flight counts as never sent',
    engine: { load: (row) => withoutOps(ENGINE.load(row), true) },
  },
  'read-before-op-resolved': {
    what: 'after a restart the level is believed before the write in flight is resolved',
    habits: { readsBeforeResolving: true },
  },
  'zero-for-missing-count': {
    what: 'a level that an answer leaves out counts as zero',
    habits: { missingIsZero: true },
    scenario: 'batches',
    weather: { missing: 0.2 },
  },
  'link-duplicates': { what: 'a SKU that a side holds twice is linked', engine: { linkable: () => () => true }, scenario: 'duplicates' },
  'resend-old-epoch': {
    what: 'writes of a former pair or connection are repeated',
    habits: { forgetsOldFlights: false },
    scenario: 'starts-over',
  },
  'begin-with-webhook': {
    what: 'a late webhook is where a new epoch begins',
    engine: {
      observe: (cell, source, seen, via, rules) =>
        ENGINE.observe(cell, source, seen, cell[source].accounted === null ? 'sweep' : via, rules),
    },
    scenario: 'starts-over',
  },
  'webhook-ends-doubt': {
    what: "a person's number is granted from what a webhook said",
    engine: {
      observe: (cell, source, seen, via, rules) => {
        const step = ENGINE.observe(cell, source, seen, via, rules);
        return step.facts.length === 0 ? step : { ...step, cell: withSide(step.cell, source, { needsRead: false }) };
      },
    },
    scenario: 'sets',
  },
  'invent-first-count': {
    what: "a person's number on an unread side counts what stood there as a change",
    engine: {
      applySet: (cell) => {
        const step = ENGINE.applySet(cell);
        const never = SOURCES.filter((source) => step.cell[source].observedAt === NEVER_STATED);
        return { ...step, cell: never.reduce((next, source) => withSide(next, source, { observedAt: NEVER_STATED + 1 }), step.cell) };
      },
    },
    scenario: 'sets',
    weather: { startsOver: 2, missing: 0.4 },
  },
  'look-up-at-once': {
    what: 'a reference is looked up while the last attempt may still arrive',
    habits: { looksUpAfterMs: 0 },
    scenario: 'refusals',
    weather: { ...LATE, refusals: 6 },
  },
  'trust-levels-on-return': {
    what: 'after a lapse the account goes on from levels that an unanswered write may have changed',
    engine: {
      restartLevel: ({ shopify, square }) =>
        levelOf(restingSide(shopify.accounted, shopify.observedAt), restingSide(square.accounted, square.observedAt)),
    },
    scenario: 'lapses',
  },
  'partial-refusal-as-success': {
    what: 'what a request was refused for is taken out, and the rest taken as written',
    engine: {
      judge: (flight, answer, count, sentAt) => {
        const judgement = ENGINE.judge(flight, answer, count, sentAt);
        if (answer.kind !== 'refused' || judgement.kind !== 'settled') return judgement;
        const refused = new Set(answer.items.map(({ index }) => index));
        const verdicts = judgement.verdicts.map((verdict, index) =>
          refused.has(index) ? verdict : { kind: 'applied' as const, level: null },
        );
        return { ...judgement, verdicts };
      },
    },
    scenario: 'refusals',
  },
  'forget-fractions': {
    what: 'the part of a unit that Shopify cannot be sent is dropped',
    engine: {
      flush: (cell, source, slot) => {
        const next = ENGINE.flush(cell, source, slot);
        return next === cell ? cell : withSide(next, source, { pending: 0 });
      },
    },
    scenario: 'fractions',
  },
  'ignore-maximum': {
    what: "changes over the merchant's maximum are sent",
    engine: { observe: (cell, source, seen, via, rules) => ENGINE.observe(cell, source, seen, via, { ...rules, maximum: null }) },
    scenario: 'maximum',
  },
};

/** Every mutant, in the order of the report. */
export const MUTANTS: readonly Mutant[] = Object.entries(DEFECTS).map(([name, { what, engine, habits, scenario, weather }]) => ({
  name,
  what,
  engine: { ...ENGINE, ...engine },
  habits: { ...HABITS, ...habits },
  scenario: { ...(scenarioOf(scenario ?? 'storm') ?? STORM), ...weather },
}));
