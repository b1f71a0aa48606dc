import type { SandboxEnv } from '../../../sandbox/env';
import { World as SandboxWorld } from '../../../sandbox/world';
import { setClock, toReal } from './clock';

/** The sandbox with a clock that can be moved and access to what is still in flight. */
export class World extends SandboxWorld {
  readonly #armed: Armed;

  constructor(ctx: DurableObjectState, env: SandboxEnv) {
    const armed = withClock(ctx);
    super(ctx, env);
    this.#armed = armed;
  }

  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === '/bench/clock') {
      setClock(Number(url.searchParams.get('at')));
      await this.#armed.again();
      return new Response('');
    }
    if (url.pathname === '/bench/pending') {
      return new Response(String(this.db.row<{ n: number }>('select count(*) as n from delivery')?.n ?? 0));
    }
    return super.fetch(request);
  }

  override alarm(): Promise<void> {
    this.#armed.fired();
    return super.alarm();
  }
}

/** The sandbox's alarm. The runtime's own alarm knows nothing of a clock that was moved: it would fire late, with all work behind it. */
interface Armed {
  /** Sets the alarm again, for the same time by the clock as it is now. */
  again(): Promise<void>;
  fired(): void;
}

function withClock({ storage }: DurableObjectState): Armed {
  const setAlarm = storage.setAlarm.bind(storage);
  let armed: number | null = null;
  Object.defineProperty(storage, 'setAlarm', {
    value: (at: number | Date) => {
      armed = Number(at);
      return setAlarm(toReal(armed));
    },
  });
  return {
    again: async () => {
      if (armed !== null) await setAlarm(toReal(armed));
    },
    fired: () => {
      armed = null;
    },
  };
}

// oxlint-disable-next-line no-default-export -- the entry of a Worker is its default export
export default {
  fetch: (request, env) => env.WORLD.get(env.WORLD.idFromName('world')).fetch(request),
} satisfies ExportedHandler<SandboxEnv>;
