import { parseAccountId } from '../domain/account/account-id';
import { readPlatformConfig } from '../platforms/config';
import type { Host } from './account/host';
import { databasesOf } from './actions/deliver-history';
import type { AlarmClock } from './alarm/alarm-clock';
import type { Database } from './store/database';

/** What an account's object has of the outside world. */
interface Surroundings {
  readonly ctx: DurableObjectState;
  readonly env: Env;
  readonly db: Database;
  readonly clock: AlarmClock;
  readonly note: Host['note'];
}

/** Creates the `Host` of the account that the object is named after. Throws if the environment, or that name, is not valid. */
export function openHost({ ctx, env, db, clock, note }: Surroundings): Host {
  const config = readPlatformConfig({ ...env });
  if (!config.ok) throw new Error(`the environment is incomplete: ${config.error.join('; ')}`);
  const accountId = parseAccountId(ctx.id.name ?? '');
  if (!accountId.ok) throw new Error(`the object's name is not an account's number: ${accountId.error}`);
  return {
    accountId: accountId.value,
    db,
    config: config.value,
    fetch: (input, init) => fetch(input, init),
    ...databasesOf(env, accountId.value),
    now: () => Date.now(),
    wakeTask: async (task) => {
      await env.TASKS.send({ task });
    },
    wake: clock.wake.bind(clock),
    background: (work) => {
      ctx.waitUntil(
        work.catch((error: unknown) => {
          note(`a background task failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        }),
      );
    },
    note,
    abort: ctx.abort.bind(ctx),
  };
}
