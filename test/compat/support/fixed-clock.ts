import { env, runInDurableObject } from 'cloudflare:test';

import { shiftDate } from './determinism';

// Every run starts at the same time.
shiftDate(env.CLOCK_OFFSET_MS);

// Alarms would fire in the middle of a step: tests run them explicitly.
await runInDurableObject(env.ACCOUNT.getByName('999999999'), (_, { storage }) => {
  const prototype = Object.getPrototypeOf(storage) as Pick<DurableObjectStorage, 'setAlarm'>;
  prototype.setAlarm = async () => {};
});
