import { createApp } from './app';
import { describeProblems } from './config';
import type { Bindings } from './context';
import { runDueJobs } from './cron/run';
import { servicesOf } from './middleware';
import { consumeBatch } from './queue/consume';
import type { Services } from './services';

export { AccountObject } from '../durable/account-object';

const app = createApp(servicesOf);

/** For queue and cron, which have nobody to answer to: a Worker that is not set up fails, and says what is wrong. */
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
