import { env } from 'cloudflare:workers';

import worker, { World as Sandbox } from '../../../sandbox/index';
import { seedRandom, shiftAlarms, shiftDate } from './determinism';

shiftDate(env.CLOCK_OFFSET_MS);
seedRandom();

/** The sandbox on the shifted clock. */
export class World extends Sandbox {
  constructor(...[ctx, bindings]: ConstructorParameters<typeof Sandbox>) {
    shiftAlarms(ctx.storage);
    super(ctx, bindings);
  }
}

// oxlint-disable-next-line import/no-default-export -- the runtime takes a Worker's handlers from its default export
export default worker;
