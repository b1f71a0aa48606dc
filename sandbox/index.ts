import type { SandboxEnv } from './env';

export { World } from './world';

/** Everything is one object: there the two platforms, their clock and their webhooks live. */
export default {
  fetch: (request, env) => env.WORLD.get(env.WORLD.idFromName('world')).fetch(request),
} satisfies ExportedHandler<SandboxEnv>;
