import { fromUnits } from '../../src/domain/quantity';
import { SOURCES, type Source } from '../../src/domain/source';
import { Agenda } from './agenda';
import { Keeper } from './keeper';
import { SimPlatform } from './platform';
import { seeded } from './random';

/** What the world does to one history. Probabilities from 0 to 1, times in ms. */
export interface Weather {
  readonly changes: number;
  readonly overMs: number;
  readonly webhookLoss: number;
  readonly webhookDuplicate: number;
  readonly webhookLateMs: number;
  readonly requestLost: number;
  /** Of the lost requests, those that arrive later after all. */
  readonly lostArrivesLate: number;
  readonly answerLost: number;
  readonly refusedOrThrottled: number;
  readonly kills: readonly [least: number, most: number];
}

/** The weather of the design's evidence: far worse than any real day. */
export const STORM: Weather = {
  changes: 12,
  overMs: 20_000,
  webhookLoss: 0.15,
  webhookDuplicate: 0.2,
  webhookLateMs: 8_000,
  requestLost: 0.1,
  lostArrivesLate: 0.3,
  answerLost: 0.12,
  refusedOrThrottled: 0.1,
  kills: [2, 3],
};

/** How one history ended. */
export interface Ending {
  /** What broke, '' when nothing did. */
  readonly broken: string;
  readonly changes: number;
  readonly writes: number;
}

/** When everything must be at rest (ms): a stale write under a storm that never clears takes several quarantines to be certain of. */
const REST_MS = 7_200_000;

/** Plays one history to its end and checks the invariants. */
export function play(seed: number, weather: Weather): Ending {
  const random = seeded(seed);
  const agenda = new Agenda();
  const platforms: Record<Source, SimPlatform> = {
    shopify: new SimPlatform('shopify', fromUnits(100), random.chance(0.5) ? 1_000 : 1),
    square: new SimPlatform('square', fromUnits(100), 1),
  };
  const keeper = new Keeper(agenda, platforms, random, weather);
  let outside = 0;
  for (let index = 0; index < weather.changes; index += 1) {
    agenda.at(random.between(1_000, weather.overMs), () => {
      const source = random.chance(0.5) ? 'shopify' : 'square';
      const delta = fromUnits(random.chance(0.7) ? -random.between(1, 3) : random.between(1, 6));
      outside += delta;
      platforms[source].change(delta, agenda.now);
      keeper.announce(source);
    });
  }
  for (let kill = random.between(...weather.kills); kill > 0; kill -= 1) {
    agenda.at(random.between(1_000, weather.overMs + 5_000), () => {
      keeper.kill();
    });
  }
  agenda.at(weather.overMs + 30_000, () => {
    keeper.sweep();
  });
  agenda.runUntil(REST_MS);
  return { broken: verdict(platforms, keeper, fromUnits(100) + outside), changes: weather.changes, writes: writes(platforms) };
}

function verdict(platforms: Record<Source, SimPlatform>, keeper: Keeper, wanted: number): string {
  if (keeper.broken !== '') return keeper.broken;
  for (const source of SOURCES) {
    const platform = platforms[source];
    if ([...platform.effects.values()].some((times) => times > 1)) return `I3: a key had two effects at ${source}`;
    if (platform.value !== wanted) return `I2: ${source} ends ${platform.value - wanted} off`;
  }
  return keeper.atRest() ? '' : 'I8: something is still owed or in flight';
}

function writes(platforms: Record<Source, SimPlatform>): number {
  return platforms.shopify.writes + platforms.square.writes;
}

/** The weather of a calm day: webhooks within half a second, nothing lost. For counting writes. */
export const CALM: Weather = {
  ...STORM,
  webhookLoss: 0,
  webhookDuplicate: 0,
  webhookLateMs: 500,
  requestLost: 0,
  answerLost: 0,
  refusedOrThrottled: 0,
  kills: [0, 0],
};
