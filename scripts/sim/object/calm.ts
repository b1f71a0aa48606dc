import type { Weather } from './cloud';
import type { Fate } from './network';

/** Returns a request without any fault, with half of `ms` in each direction. */
export function plainFate(ms: number): Fate {
  return { arrivals: [ms / 2], answerMs: ms / 2, resetMs: null, instead: null, name: '' };
}

/** Weather without faults, where everything takes the same time. */
export const CALM_WEATHER: Weather = {
  fate: () => plainFate(60),
  arriving: async (_, request) => request,
  d1: { latency: () => 3, fate: () => 'ok', survivesCaller: () => true },
  alarmLateness: () => 5,
  callLatency: () => 1,
};
