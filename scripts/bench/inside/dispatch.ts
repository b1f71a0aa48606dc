// A separate program that measures the CPU time of a call through the Worker's Twirp route, compared with a bare handler that reads the
// same JSON body and returns the same bytes. Both get the same requests, so only dispatch differs. Prints µs per call.
import process from 'node:process';

import { Hono } from 'hono';

import { ok } from '../../../src/domain/result';
import { Session } from '../../../src/gen/sh/session_pb';
import { UNAUDITED } from '../../../src/worker/rpc/audit';
import { sessionMethods } from '../../../src/worker/rpc/services/session';
import { twirpRoutes } from '../../../src/worker/rpc/twirp';
import type { AppEnv } from '../../../src/worker/runtime/app-env';
import type { Services } from '../../../src/worker/runtime/services';

const CALLS = 10_000;
const ROUNDS = 7;
const ADDRESS = 'http://localhost:8788/sh.Session/Test';
const ORIGIN = 'http://localhost:8787';

// A call without a session reads no database, and a public method needs none.
const services = { config: { appOrigin: ORIGIN }, local: true, now: () => Date.now() } as Services;

const ours = new Hono<AppEnv>();
ours.use('*', async (context, next) => {
  context.set('services', services);
  context.set('requestId', 'bench');
  await next();
});
ours.route(
  '/',
  twirpRoutes([{ type: Session, methods: { ...sessionMethods, test: { access: 'public', audit: UNAUDITED, run: async () => ok({}) } } }]),
);

const bare = new Hono();
bare.post('/:service/:method', async (context) => {
  await context.req.raw.json();
  return new Response('{}', { headers: { 'content-type': 'application/json', 'x-request-id': 'bench', 'cache-control': 'no-store' } });
});

async function microseconds(app: { fetch(request: Request): Response | Promise<Response> }): Promise<number> {
  const began = process.cpuUsage();
  for (let call = 0; call < CALLS; call += 1) {
    const headers = { 'content-type': 'application/json', origin: ORIGIN };
    const response = await app.fetch(new Request(ADDRESS, { method: 'POST', headers, body: '{}' }));
    if ((await response.text()) !== '{}') throw new Error('another answer than {}');
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / CALLS;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const times = { ours: [] as number[], bare: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  times.bare.push(await microseconds(bare));
  times.ours.push(await microseconds(ours));
}
// The first round is a warm-up for both.
console.log(JSON.stringify({ ours: median(times.ours.slice(1)), bare: median(times.bare.slice(1)) }));
