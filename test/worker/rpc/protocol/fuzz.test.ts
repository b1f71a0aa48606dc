import { SELF } from 'cloudflare:test';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import apiPage from '../../../../docs/api.md?raw';
import { allowNoise } from '../../../support/fail-on-noise';
import { anotherSession, realWorld, settled, type Caller, type RealWorld } from '../../support/worker-harness';
import { factsOf, type Facts } from './facts';
import { openRoute, RPC } from './first-client';
import { bodies, type Body } from './messages';
import { METHODS, type Method } from './methods';
import { SAMPLES } from './samples';
import { difference, quietState, stateOf, type State } from './state';

/** The seed of the messages, which are the same each time. */
const SEED = 20_261_121;

/** The total number of messages. */
const MESSAGES = 10_000;

const EACH = Math.ceil(MESSAGES / METHODS.length);

/** The maximum duration of a call, ms. */
const RETRY_LIMIT = 30_000;

/** The codes that the API page names for each method. */
const CODES = new Map(
  [...apiPage.matchAll(/^- Refusals: (.*)\n\n```sh\ncurl .*\/rpc\/(\S+) /gmu)].map(([, codes = '', path = '']) => [
    path,
    codes.match(/\w+/gu),
  ]),
);

let world: RealWorld;
let facts: Facts;
/** The state when it was last read. */
let known: State = {};

beforeAll(async () => {
  world = await realWorld('small');
  openRoute();
  facts = await factsOf(world.merchant, world.operator);
  known = await quietState(world);
});

afterAll(() => {
  vi.unstubAllGlobals();
});

/** Returns a caller with a separate session for each method, because the calls of a session per minute are limited. */
async function callerFor({ path, access }: Method): Promise<Caller> {
  if (access !== 'operator' && access !== 'impersonation')
    return anotherSession(SAMPLES.get(path)?.as === 'other' ? world.other : world.merchant);
  const operator = await anotherSession(world.operator);
  if (!path.startsWith('sh.External/')) return operator;
  const headers = { 'content-type': 'application/json', cookie: operator.cookie };
  const started = await SELF.fetch(`${RPC}/sh.Session/ImpersonateDomain`, { method: 'POST', headers, body: '{"domain":"demo"}' });
  expect(started.status).toBe(200);
  return operator;
}

/** Makes a call; returns true if it was allowed. Whatever was sent, the response is a message or a refusal by the protocol's rules. */
async function send({ path, output }: Method, { cookie }: Caller, { kind, bytes }: Body): Promise<boolean> {
  const headers = { 'content-type': `application/${kind}`, cookie };
  const sent = SELF.fetch(`${RPC}/${path}`, { method: 'POST', headers, body: bytes });
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`no answer within ${RETRY_LIMIT} ms`)), RETRY_LIMIT));
  const response = await Promise.race([sent, late]);
  if (response.status === 200) {
    expect(response.headers.get('content-type')).toBe(`application/${kind}`);
    const answer = new Uint8Array(await response.arrayBuffer());
    if (kind === 'json') output.fromJsonString(new TextDecoder().decode(answer), { ignoreUnknownFields: false });
    else output.fromBinary(answer);
    return true;
  }
  const refusal = await response.json<{ code: string; msg: string; meta: { reference: string } }>();
  expect([refusal.code, refusal.msg, refusal.meta.reference]).not.toContain('');
  expect(Object.keys(refusal)).toEqual(['code', 'msg', 'meta']);
  expect(response.status, JSON.stringify(refusal)).toBeLessThan(500);
  expect(CODES.get(path), 'codes that docs/api.md names').toContain(refusal.code);
  return false;
}

/** Returns who sends the refused messages again: another merchant, if no earlier call there can hide what they do. */
async function witnessFor({ path, access }: Method, caller: Caller): Promise<Caller> {
  const isOwn = access === 'operator' || access === 'impersonation' || SAMPLES.get(path)?.as === 'other';
  return isOwn ? caller : anotherSession(world.other);
}

/**
 * Some messages had an effect, or background work did: sends the refused ones again by themselves. Background work has its effect
 * once; a refused call would repeat it, especially in reverse order.
 */
async function changesNothing(method: Method, caller: Caller, refused: readonly Body[]): Promise<void> {
  let suspects = refused;
  for (let tries = 1; ; tries += 1) {
    await settled();
    const quiet = await quietState(world);
    const still: Body[] = [];
    for (const body of suspects.toReversed()) if (!(await send(method, caller, body))) still.push(body);
    known = await stateOf(world);
    if (still.length === suspects.length && unchanged(quiet, known)) return;
    if (tries >= 4) expect(difference(quiet, known)).toEqual({});
    suspects = still;
  }
}

const unchanged = (before: State, after: State): boolean => Object.keys(difference(before, after)).length === 0;

describe(`${MESSAGES} messages of any shape`, () => {
  const order = ({ path }: Method): number => SAMPLES.get(path)?.last ?? 0;

  it.each(METHODS.toSorted((a, b) => order(a) - order(b)))('$path', async (method) => {
    allowNoise(/"level":"warn"/u);
    const caller = await callerFor(method);
    const refused: Body[] = [];
    await fc.assert(
      fc.asyncProperty(bodies(method.input, facts), async (body) => {
        if (!(await send(method, caller, body))) refused.push(body);
      }),
      { seed: SEED, numRuns: EACH },
    );
    const after = await stateOf(world);
    const same = unchanged(known, after);
    known = after;
    if (same) return;
    await changesNothing(method, await witnessFor(method, caller), refused);
  });
});
