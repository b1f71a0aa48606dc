import type { Random } from '../random';
import { plainFate } from './calm';
import type { Weather } from './cloud';

/** How often a webhook comes twice. */
const TWICE = 0.05;

/** Returns everyday weather: no request is lost, webhooks come within a second, and some of them come twice. */
export function everydayWeather(random: Random): Weather {
  return {
    fate: (end) => {
      if (end !== 'webhooks') return plainFate(random.between(30, 400));
      const plain = plainFate(random.between(40, 2_000));
      if (!random.chance(TWICE)) return plain;
      return { ...plain, arrivals: [...plain.arrivals, random.between(100, 5_000)], name: 'webhook twice' };
    },
    arriving: async (_, request) => request,
    d1: { latency: () => random.between(1, 8), fate: () => 'ok', survivesCaller: () => true },
    alarmLateness: () => random.between(1, 50),
    callLatency: () => random.between(1, 10),
  };
}
