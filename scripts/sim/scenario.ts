import type { Source } from '../../src/domain/source';
import { CHANGES_PER_REQUEST } from '../../src/domain/sync/limits';

/** The faults and events of one history. Probabilities are from 0 to 1, times in ms. */
export interface Scenario {
  readonly name: string;
  readonly about: string;
  /** How often it is played, relative to the others. */
  readonly weight: number;
  readonly cells: readonly [least: number, most: number];
  readonly changes: readonly [least: number, most: number];
  readonly overMs: number;
  /** Probability that an outside change is one of more than ten units; half of the decreases at Shopify are then orders. */
  readonly large: number;
  readonly webhookLoss: number;
  readonly webhookDuplicate: number;
  readonly webhookLateMs: number;
  readonly requestLost: number;
  /** The share of lost requests that arrive later after all. */
  readonly lostArrivesLate: number;
  readonly answerLost: number;
  readonly refusedOrThrottled: number;
  /** Probability that a request arrives a second time, up to 47 s after the first. */
  readonly requestRepeated: number;
  readonly kills: readonly [least: number, most: number];
  /** Changes per request: smaller than the platforms' limits, so that few linked levels make several batches. */
  readonly batch: Readonly<Record<Source, number>>;
  /** Precision of both platforms' times, in ms; drawn for each history. */
  readonly precisions: readonly number[];
  /** The most by which our clock is ahead of the platforms' (negative: behind), in ms. */
  readonly skewMs: number;
  /** The number of physical counts by the merchant at Square. */
  readonly recounts: number;
  /** Whether Square sells fractions of a unit. */
  readonly fractions: boolean;
  /** The number of items that a platform refuses to change for a while. */
  readonly refusals: number;
  /** Whether a refusal names no item. */
  readonly unnamed: boolean;
  /** The number of items on which a platform fails for minutes: each request that contains one gets a 500 without effect. */
  readonly poisons: number;
  /** Whether a platform permanently fails on, or refuses, one item: every other item must still be exact. */
  readonly isolates: boolean;
  /** The number of webhooks whose time is many minutes in the future. */
  readonly futureTimes: number;
  /** How often the account starts over: a different location pair, or uninstalled and installed again. */
  readonly startsOver: number;
  /** The number of tokens that expire (refreshed within seconds). */
  readonly expiries: number;
  /** The number of tokens that are revoked until the merchant reconnects. */
  readonly revocations: number;
  /** The largest lag of reads from a replica, in ms. */
  readonly lagMs: number;
  /** Probability that a read leaves an item out. */
  readonly missing: number;
  /** How long platforms keep a key, in ms. */
  readonly retentionMs: number;
  /** The number of periods in which a platform responds to nothing, and how long they last. */
  readonly outages: number;
  readonly outageMs: readonly [least: number, most: number];
  /** The merchant's maximum in whole units; null when it is off. */
  readonly maximum: number | null;
  /** How often auto-sync is turned off and on again. */
  readonly pauses: number;
  /** How often operators pause changes to one platform or both, and the longest pause; some pauses end within seconds. */
  readonly writePauses: number;
  readonly writePauseMs: number;
  /** How often the entitlement ends and comes back. */
  readonly lapses: number;
  /** How often the merchant sets a number for a variant. */
  readonly sets: number;
  /** How often the merchant adds to both sides what makes their numbers equal, and most times takes it back later. */
  readonly levelings: number;
  /** Whether most variants are sold in packs on one side. */
  readonly packs: boolean;
  /** Whether some SKUs occur twice on a side. */
  readonly duplicates: boolean;
  /** Whether levels are read again from time to time. */
  readonly reconciles: boolean;
}

const DAY_MS = 86_400_000;

/** The weather of the design's evidence, over one linked level: far worse than any real day. */
export const STORM: Scenario = {
  name: 'storm',
  about: 'one cell, changes on both sides within seconds, everything lossy, two or three kills',
  weight: 40,
  cells: [1, 1],
  changes: [12, 12],
  overMs: 20_000,
  large: 0,
  webhookLoss: 0.15,
  webhookDuplicate: 0.2,
  webhookLateMs: 8_000,
  requestLost: 0.1,
  lostArrivesLate: 0.3,
  answerLost: 0.12,
  refusedOrThrottled: 0.1,
  requestRepeated: 0,
  kills: [2, 3],
  batch: { shopify: 3, square: 2 },
  precisions: [1, 1, 1_000],
  skewMs: 0,
  recounts: 0,
  fractions: false,
  refusals: 0,
  unnamed: false,
  poisons: 0,
  isolates: false,
  futureTimes: 0,
  startsOver: 0,
  expiries: 0,
  revocations: 0,
  lagMs: 0,
  missing: 0,
  retentionMs: DAY_MS,
  outages: 0,
  outageMs: [0, 0],
  maximum: null,
  pauses: 0,
  writePauses: 0,
  writePauseMs: 0,
  lapses: 0,
  sets: 0,
  levelings: 0,
  packs: false,
  duplicates: false,
  reconciles: true,
};

/** A calm day: webhooks within half a second, nothing lost. For counting writes; never drawn by weight. */
export const CALM: Scenario = {
  ...STORM,
  name: 'calm',
  about: 'nothing is lost, late or refused',
  weight: 0,
  webhookLoss: 0,
  webhookDuplicate: 0,
  webhookLateMs: 500,
  requestLost: 0,
  answerLost: 0,
  refusedOrThrottled: 0,
  kills: [0, 0],
};

/** Several linked levels share the lanes. */
const MANY: Scenario = { ...STORM, cells: [2, 6], changes: [12, 24], kills: [0, 2] };

/** All scenarios, with how often each is drawn. */
export const SCENARIOS: readonly Scenario[] = [
  STORM,
  CALM,
  { ...MANY, name: 'batches', about: 'several cells share requests of two or three changes', weight: 14 },
  {
    ...MANY,
    name: 'crowd',
    about: 'hundreds of cells in requests as large as the platforms take',
    weight: 0.1,
    cells: [120, 320],
    changes: [400, 600],
    batch: CHANGES_PER_REQUEST,
    refusals: 5,
  },
  { ...MANY, name: 'refusals', about: 'items that a platform refuses for a while, in the same requests as others', weight: 6, refusals: 3 },
  { ...MANY, name: 'copies', about: 'requests arrive twice, the copy up to 47 s later', weight: 5, requestRepeated: 0.25, refusals: 1 },
  {
    ...MANY,
    name: 'unnamed',
    about: 'refusals that name no item, in requests of several',
    weight: 3,
    unnamed: true,
    refusals: 2,
    batch: { shopify: 6, square: 4 },
    cells: [3, 6],
  },
  {
    ...MANY,
    name: 'poison',
    about: 'items on which a platform fails for minutes, in requests of several',
    weight: 2,
    poisons: 2,
    batch: { shopify: 6, square: 4 },
    cells: [3, 6],
  },
  {
    ...MANY,
    name: 'isolation',
    about: 'one item that a platform fails on for good, in requests of several',
    weight: 1,
    poisons: 1,
    isolates: true,
    batch: { shopify: 6, square: 4 },
    cells: [3, 6],
  },
  {
    ...MANY,
    name: 'webhooks-alone',
    about: 'every webhook arrives some time, and nothing is ever reconciled',
    weight: 5,
    cells: [1, 3],
    kills: [1, 4],
    webhookLoss: 0,
    webhookDuplicate: 0.3,
    reconciles: false,
  },
  { ...MANY, name: 'future-times', about: 'webhooks that state a time minutes in the future', weight: 2, futureTimes: 2, cells: [1, 3] },
  { ...MANY, name: 'recounts', about: 'physical counts at Square, told at once or after the fact', weight: 6, recounts: 4, cells: [1, 3] },
  { ...MANY, name: 'fractions', about: 'Square sells fractions, Shopify is sent whole units', weight: 5, fractions: true, cells: [1, 3] },
  {
    ...MANY,
    name: 'starts-over',
    about: 'another pair, or uninstalled and installed again, in mid-run',
    weight: 6,
    startsOver: 2,
    cells: [1, 3],
  },
  { ...MANY, name: 'tokens', about: 'tokens expire or are revoked in mid-run', weight: 5, expiries: 3, revocations: 1, cells: [1, 3] },
  {
    ...MANY,
    name: 'stale-reads',
    about: 'reads come from a place that lags, and leave items out',
    weight: 4,
    lagMs: 6_000,
    missing: 0.2,
    cells: [1, 3],
  },
  {
    ...MANY,
    name: 'coarse-clocks',
    about: 'both platforms state whole seconds, our clock is wrong',
    weight: 4,
    precisions: [1_000],
    skewMs: 90_000,
    cells: [1, 3],
  },
  {
    ...MANY,
    name: 'forgotten-keys',
    about: 'platforms are away for hours and forget keys after half of what they document',
    weight: 1,
    retentionMs: DAY_MS / 2 + 300_000,
    outages: 1,
    outageMs: [3_600_000, 15 * 3_600_000],
    cells: [1, 3],
  },
  {
    ...MANY,
    name: 'maximum',
    about: "changes over the merchant's maximum are held, then sent or dropped",
    weight: 3,
    maximum: 4,
    cells: [1, 3],
  },
  { ...MANY, name: 'sets', about: 'the merchant sets numbers by hand', weight: 2, sets: 2, cells: [1, 3] },
  {
    ...MANY,
    name: 'levelings',
    about: 'the merchant levels variants, and takes it back after sales',
    weight: 3,
    levelings: 4,
    cells: [1, 3],
  },
  {
    ...MANY,
    name: 'packs',
    about: 'packs on one side and pieces on the other, with fractions, counts, held changes, set numbers, refusals and pauses',
    weight: 4,
    packs: true,
    fractions: true,
    recounts: 1,
    refusals: 1,
    maximum: 4,
    sets: 1,
    pauses: 1,
    cells: [1, 3],
  },
  {
    ...MANY,
    name: 'pack-reviews',
    about: 'packs whose changes are reviewed after a pause, and sent or dropped',
    weight: 2,
    packs: true,
    fractions: true,
    maximum: 4,
    writePauses: 2,
    writePauseMs: 20_000,
    cells: [1, 3],
  },
  { ...MANY, name: 'pauses', about: 'auto-sync off and on', weight: 2, pauses: 2, cells: [1, 3] },
  {
    ...MANY,
    name: 'write-pauses',
    about: 'operators pause changes to a platform or both, for seconds or past half of the time for which keys are kept',
    weight: 3,
    writePauses: 3,
    writePauseMs: 14 * 3_600_000,
    cells: [1, 4],
  },
  {
    ...MANY,
    name: 'large',
    about: 'orders and counts of more than ten units, held, paused and set in between',
    weight: 4,
    large: 0.5,
    sets: 0,
    maximum: 14,
    writePauses: 1,
    writePauseMs: 20_000,
    cells: [1, 3],
  },
  { ...MANY, name: 'lapses', about: 'the entitlement ends and comes back', weight: 2, lapses: 1, cells: [1, 3] },
  { ...MANY, name: 'duplicates', about: 'SKUs that one side holds twice', weight: 2, duplicates: true, cells: [2, 4] },
  {
    ...MANY,
    name: 'everything',
    about: 'all of it at once but forgotten keys and lagging places',
    weight: 6,
    refusals: 1,
    recounts: 1,
    fractions: true,
    startsOver: 1,
    expiries: 1,
    revocations: 1,
    missing: 0.1,
    maximum: 5,
    pauses: 1,
    writePauses: 1,
    writePauseMs: 20_000,
    lapses: 1,
    sets: 1,
    levelings: 1,
    duplicates: true,
    skewMs: 30_000,
  },
];
