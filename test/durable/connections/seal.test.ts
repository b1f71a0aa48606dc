import { describe, expect, it } from 'vitest';

import { openSealer } from '../../../src/durable/connections/seal';
import { parseKeyRing, type KeyRing } from '../../../src/platforms/key-ring';
import { accountId } from '../../support/account-id';

const key = (letter: string): string => btoa(letter.repeat(32));

function ring(text: string): KeyRing {
  const parsed = parseKeyRing(text);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

const SEVEN = accountId(7);
const one = ring(`1:${key('a')}`);

describe('a sealed token', () => {
  it('opens where it was sealed', async () => {
    const sealed = await openSealer(one, SEVEN).seal('square', 'access', 'token ✓');
    expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/u);
    expect(sealed).not.toContain('token');
    expect(await openSealer(one, SEVEN).open('square', 'access', sealed)).toBe('token ✓');
  });

  it('never looks the same twice', async () => {
    const sealer = openSealer(one, SEVEN);
    const sealed = await Promise.all(Array.from({ length: 20 }, () => sealer.seal('square', 'access', 'token')));
    expect(new Set(sealed).size).toBe(20);
  });

  it('opens for no other account, source, field, or key version', async () => {
    const two = ring(`1:${key('a')},2:${key('a')}`);
    const sealed = await openSealer(one, SEVEN).seal('square', 'access', 'token');
    expect(await openSealer(one, accountId(8)).open('square', 'access', sealed)).toBeNull();
    expect(await openSealer(one, SEVEN).open('shopify', 'access', sealed)).toBeNull();
    expect(await openSealer(one, SEVEN).open('square', 'refresh', sealed)).toBeNull();
    // The same key bytes with another version: the version itself is authenticated.
    expect(await openSealer(two, SEVEN).open('square', 'access', sealed.replace(/^v1/u, 'v2'))).toBeNull();
    expect(await openSealer(two, SEVEN).open('square', 'access', sealed)).toBe('token');
    expect(await openSealer(ring(`1:${key('b')}`), SEVEN).open('square', 'access', sealed)).toBeNull();
    expect(await openSealer(ring(`2:${key('a')}`), SEVEN).open('square', 'access', sealed)).toBeNull();
  });

  it('does not open once any part of it was altered', async () => {
    const sealer = openSealer(one, SEVEN);
    const sealed = await sealer.seal('square', 'access', 'token');
    const [version = '', iv = '', text = ''] = sealed.split('.');
    const turned = (part: string): string => `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`;
    for (const other of [`${version}.${turned(iv)}.${text}`, `${version}.${iv}.${turned(text)}`, `${version}.${iv}.${text.slice(0, -4)}`]) {
      expect(await sealer.open('square', 'access', other)).toBeNull();
    }
    for (const nonsense of ['', 'token', 'v1..', `${version}.${iv}`, `v0.${iv}.${text}`, `${sealed}.x`]) {
      expect(await sealer.open('square', 'access', nonsense)).toBeNull();
    }
  });

  it('reports whether it was sealed with the newest key', async () => {
    const sealed = await openSealer(one, SEVEN).seal('square', 'access', 'token');
    const later = openSealer(ring(`12:${key('b')},1:${key('a')}`), SEVEN);
    expect(later.isNewest(sealed)).toBe(false);
    expect(later.isNewest(await later.seal('square', 'access', 'token'))).toBe(true);
    expect(await later.open('square', 'access', sealed)).toBe('token');
  });
});
