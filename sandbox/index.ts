import type { SandboxEnv } from './env';

export { World } from './world';

/** Forwards every request to the one object that contains the two platforms, their clock, and their webhooks. */
export default {
  fetch: (request, env) => env.WORLD.get(env.WORLD.idFromName('world')).fetch(request),
} satisfies ExportedHandler<SandboxEnv>;
