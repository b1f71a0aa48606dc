import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { allowNoise } from '../../../support/fail-on-noise';
import { realWorld, settled, type RealWorld } from '../../support/worker-harness';
import { factsOf, passingFacts, type Facts } from './facts';
import { openRoute } from './first-client';
import { METHODS, type Method } from './methods';
import { CLIENTS, withoutVarying, type Outcome } from './outcome';
import type { Sample } from './sample';
import { SAMPLES } from './samples';

let world: RealWorld;
let facts: { readonly merchant: Facts; readonly other: Facts };

beforeAll(async () => {
  world = await realWorld('small');
  openRoute();
  facts = { merchant: await factsOf(world.merchant, world.operator), other: await factsOf(world.other, world.operator) };
});

afterAll(() => {
  vi.unstubAllGlobals();
});

async function outcomesOf(method: Method, sample: Sample): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const who = sample.as ?? 'merchant';
  for (const [time, client] of CLIENTS.entries()) {
    await sample.before?.(world);
    const known = who === 'other' ? { ...facts.other, ...(await passingFacts(world.other)) } : facts.merchant;
    const message = method.input.fromJsonString(JSON.stringify(sample.message(known, time)));
    outcomes.push(withoutVarying(await client.call(method, world[who], message), sample.varies ?? {}));
  }
  return outcomes;
}

function sampleOf({ path }: Method): Sample {
  const sample = SAMPLES.get(path);
  if (sample === undefined) throw new Error(`${path} has no sample call`);
  return sample;
}

/** The outcomes as text: the fields of all clients are in the description's order. */
function written(outcomes: readonly Outcome[]): string {
  return JSON.stringify(outcomes, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}

/**
 * Returns what the first client got, what each client saw, and what it should have seen. Numbers that background work changes
 * between two calls differ once; what a client gets wrong differs every time.
 */
async function agreed(method: Method, sample: Sample): Promise<[first: Outcome, seen: Outcome[], told: Outcome[]]> {
  for (let tries = 1; ; tries += 1) {
    const seen = await outcomesOf(method, sample);
    await settled();
    const [first] = seen;
    if (first === undefined) throw new Error('no call was made');
    const told = CLIENTS.map((client) => ('fields' in first ? { fields: client.tells(method.output, first.fields) } : first));
    if (tries === 3 || written(seen) === written(told)) return [first, seen, told];
  }
}

describe('every method, by two clients in both encodings', () => {
  const order = ({ path }: Method): number => SAMPLES.get(path)?.last ?? 0;

  it.each(METHODS.toSorted((a, b) => order(a) - order(b)))('$path', async (method) => {
    const sample = sampleOf(method);
    if (sample.last === 3) allowNoise(/the token was refused|refuses our access/u);
    const [first, seen, told] = await agreed(method, sample);
    for (const [index, client] of CLIENTS.entries()) expect(seen[index], client.name).toEqual(told[index]);
    const code = 'code' in first ? `${first.code}: ${first.message}` : 'ok';
    expect(code).toMatch(sample.fails === undefined ? /^ok$/u : new RegExp(`^${sample.fails}: .`, 'u'));
  });

  it('has no sample of a method that does not exist', () => {
    const known = new Set(METHODS.map(({ path }) => path));
    expect([...SAMPLES.keys()].filter((path) => !known.has(path))).toEqual([]);
  });
});
