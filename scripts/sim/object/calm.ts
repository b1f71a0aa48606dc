import type { Weather } from './cloud';
import type { Fate } from './network';

/** A request without any fault, half of `ms` each way. */
export function plainFate(ms: number): Fate {
  return { arrivals: [ms / 2], answerMs: ms / 2, resetMs: null, instead: null, name: '' };
}

/** Nothing goes wrong, and everything takes the same time. */
export const CALM_WEATHER: Weather = {
  fate: () => plainFate(60),
  arriving: async (_, request) => request,
  d1: { latency: () => 3, fate: () => 'ok', survivesCaller: () => true },
  alarmLateness: () => 5,
  callLatency: () => 1,
};
