import type { SandboxEnv } from '../../../sandbox/env';
import { World as SandboxWorld } from '../../../sandbox/world';
import { setClock, toReal } from './clock';

/** The sandbox with a clock that can be moved and access to what is still in flight. */
export class World extends SandboxWorld {
  constructor(ctx: DurableObjectState, env: SandboxEnv) {
    super(withClock(ctx), env);
  }

  override fetch(request: Request): Response | Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === '/bench/clock') {
      setClock(Number(url.searchParams.get('at')));
      return new Response('');
    }
    if (url.pathname === '/bench/pending') {
      return new Response(String(this.db.row<{ n: number }>('select count(*) as n from delivery')?.n ?? 0));
    }
    return super.fetch(request);
  }
}

function withClock(ctx: DurableObjectState): DurableObjectState {
  const { storage } = ctx;
  const setAlarm = storage.setAlarm.bind(storage);
  Object.defineProperty(storage, 'setAlarm', { value: (at: number | Date) => setAlarm(toReal(Number(at))) });
  return ctx;
}

// oxlint-disable-next-line no-default-export -- the entry of a Worker is its default export
export default {
  fetch: (request, env) => env.WORLD.get(env.WORLD.idFromName('world')).fetch(request),
} satisfies ExportedHandler<SandboxEnv>;
