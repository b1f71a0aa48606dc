import { createApp } from './app';
import { servicesOf } from './http/middleware';
import { consumeBatch } from './jobs/consume-queue';
import { runDueJobs } from './jobs/run-cron-jobs';
import type { Bindings } from './runtime/bindings';
import { describeProblems } from './runtime/config';
import type { Services } from './runtime/services';

export { AccountObject } from '../durable/account-object';

const app = createApp(servicesOf);

/** Returns the services for queue and cron, which answer nobody: throws with what is wrong when the Worker is not configured. */
function requireServices(env: Bindings): Services {
  const services = servicesOf(env);
  if ('db' in services) return services;
  throw new Error(describeProblems(services));
}

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
  queue: (batch, env) => consumeBatch(requireServices(env), batch),
  scheduled: (_, env) => runDueJobs(requireServices(env)),
} satisfies ExportedHandler<Bindings>;
