import type { Platform, StockSeen, WorldApi } from '../world-api';
import type { Jobs } from './jobs';
import { RIVAL_NAMES, RIVALS, type RivalKind } from './rival-switches';

/** The core job in which a rival makes a change. */
export const RIVAL_JOB = 'rival';

/** What a rival will do, as its job stores it. */
interface Copy {
  readonly rival: RivalKind;
  readonly to: Platform;
  readonly sku: string;
  readonly change: { readonly delta: number; readonly cause?: string } | { readonly set: number };
}

/** The rivals of one sandbox. What they have seen waits as jobs, so that a restart loses none of it. */
export interface RivalApps {
  /** Tells the rivals that are on of a change at the demo pair. */
  saw(change: StockSeen): void;
  /** Makes the change of a stored job, unless the rival was turned off meanwhile. */
  run(payload: string): void;
}

/** Creates the rivals. `speed` is how fast the sandbox's clock runs, as delays are real time. */
export function createRivals(world: WorldApi, jobs: () => Jobs, speed: () => number): RivalApps {
  return {
    saw: (change) => {
      const { rivals } = world.config();
      for (const rival of RIVALS) {
        const { on, delayMs } = rivals[rival];
        const copy = on ? copyOf(rival, change) : null;
        if (copy === null) continue;
        const waitMs = delayMs * (0.5 + Math.random() / 2);
        jobs().schedule(copy.to, RIVAL_JOB, world.now() + Math.round(waitMs * speed()), JSON.stringify(copy));
      }
    },
    run: (payload) => {
      // oxlint-disable-next-line no-unsafe-type-assertion -- stored by `saw` alone
      const { rival, to, sku, change } = JSON.parse(payload) as Copy;
      if (!world.config().rivals[rival].on) return;
      const made = world.part(to)?.changeBySku(world, sku, { ...change, by: RIVAL_NAMES[rival] });
      if (made?.ok === true) return;
      const detail = `${RIVAL_NAMES[rival]} cannot change ${sku}: ${made?.reason ?? 'no such platform'}`;
      world.log({ platform: to, kind: 'change', owner: '', title: 'rival refused', detail, outcome: 'refused' });
    },
  };
}

/** Returns what a rival makes of a change; null when it takes no notice: of its own, and of what is not its business. */
function copyOf(rival: RivalKind, { platform, sku, delta, after, sale, by }: StockSeen): Copy | null {
  if (by === RIVAL_NAMES[rival] || sku === '' || delta === 0) return null;
  const to = platform === 'shopify' ? 'square' : 'shopify';
  switch (rival) {
    case 'delta':
      // Shopify shows another app's write as a correction, not as an order.
      return { rival, to, sku, change: to === 'shopify' ? { delta, cause: 'adjust' } : { delta } };
    case 'orders':
      return sale && platform === 'shopify' ? { rival, to, sku, change: { delta } } : null;
    case 'mirror':
      return { rival, to, sku, change: { set: after } };
  }
}
