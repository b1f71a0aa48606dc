// A separate program that measures the CPU time of a call through the Worker's Twirp route, compared with a bare handler that reads the
// same JSON body and returns the same bytes. Both get the same requests, so only dispatch differs. Prints µs per call.
import process from 'node:process';

import { Hono } from 'hono';

import { parseAccountId } from '../../../src/domain/account/account-id';
import { ok } from '../../../src/domain/result';
import { Session } from '../../../src/gen/sh/session_pb';
import type { CallerSession, RpcPorts } from '../../../src/worker/rpc/ports';
import { sessionMethods } from '../../../src/worker/rpc/services/session';
import { twirpRoutes } from '../../../src/worker/rpc/twirp';

const CALLS = 10_000;
const ROUNDS = 7;
const ADDRESS = 'http://localhost:8788/sh.Session/Test';
const ORIGIN = 'http://localhost:8787';

const accountId = parseAccountId('1');
if (!accountId.ok) throw new Error(accountId.error);

const session: CallerSession = {
  accountId: accountId.value,
  shopDomain: 'demo.myshopify.com',
  accountName: '',
  email: '',
  impersonator: null,
  isAdmin: true,
  entitlement: { subscribed: true, accessEnds: null },
  entitled: true,
};
// The only method called here uses no ports.
const ports = { config: { appOrigin: ORIGIN } } as RpcPorts;

const ours = twirpRoutes(
  [{ type: Session, methods: { ...sessionMethods, test: { ...sessionMethods.test, run: async () => ok({}) } } }],
  () => ({
    ports,
    requestId: 'bench',
    admit: async () => true,
    session: async () => session,
    // Merchants' calls are not audited.
    trail: { write: async () => undefined, subject: async () => null },
    reportFailure: ({ error }) => {
      throw error;
    },
  }),
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
