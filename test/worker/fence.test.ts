import { describe, expect, it } from 'vitest';

import { admitsCall, admitsVisitor } from '../../src/worker/fence';
import { newOpaque } from '../../src/worker/sessions/opaque';

/** A fence that lets each key in so many times, and remembers the keys. */
function fenceOf(allowed: number): RateLimit & { readonly keys: string[] } {
  const keys: string[] = [];
  return {
    keys,
    limit: async ({ key }) => {
      keys.push(key);
      return { success: keys.filter((known) => known === key).length <= allowed };
    },
  };
}

const from = (address: string, cookie = ''): Headers => new Headers({ 'cf-connecting-ip': address, cookie });

describe('the fence before remote calls', () => {
  it('counts each session for itself, wherever it calls from', async () => {
    const CALLS = fenceOf(1);
    const [mine, other] = [`_shsessid=${newOpaque()}`, `_shsessid=${newOpaque()}`];
    expect(await admitsCall({ CALLS }, from('192.0.2.1', mine))).toBe(true);
    expect(await admitsCall({ CALLS }, from('192.0.2.2', mine))).toBe(false);
    expect(await admitsCall({ CALLS }, from('192.0.2.1', other))).toBe(true);
  });

  it('counts callers without a session by their address, those with an impossible cookie among them', async () => {
    const CALLS = fenceOf(2);
    expect(await admitsCall({ CALLS }, from('192.0.2.1'))).toBe(true);
    expect(await admitsCall({ CALLS }, from('192.0.2.1', '_shsessid=made-up'))).toBe(true);
    expect(await admitsCall({ CALLS }, from('192.0.2.1', '_shsessid=made-up-again'))).toBe(false);
    expect(await admitsCall({ CALLS }, from('192.0.2.2'))).toBe(true);
  });

  it('hands the secret of a session to nobody', async () => {
    const CALLS = fenceOf(1);
    const secret = newOpaque();
    await admitsCall({ CALLS }, from('192.0.2.1', `_shsessid=${secret}`));
    expect(CALLS.keys.join()).not.toContain(secret);
  });

  it('lets everybody in where none is bound', async () => {
    expect(await admitsCall({}, from('192.0.2.1'))).toBe(true);
    expect(await admitsVisitor({}, from('192.0.2.1'))).toBe(true);
  });
});

describe('the fence before sign-in', () => {
  it('counts by address', async () => {
    const DOORS = fenceOf(1);
    expect(await admitsVisitor({ DOORS }, from('192.0.2.1'))).toBe(true);
    expect(await admitsVisitor({ DOORS }, from('192.0.2.1'))).toBe(false);
    expect(await admitsVisitor({ DOORS }, from('192.0.2.2'))).toBe(true);
  });
});
