import { describe, expect, it } from 'vitest';

import { shortId } from '../../../src/domain/catalog/short-id';
import { readSku } from '../../../src/domain/catalog/sku';
import { ok, err } from '../../../src/domain/result';

const START = Date.UTC(2025, 0, 1);

describe('a short id', () => {
  it('starts with a random character and counts whole seconds since 2025 in base 33', () => {
    expect(shortId(START, 0)).toBe('11');
    expect(shortId(START + 999, 0)).toBe('11');
    expect(shortId(START + 1_000, 0)).toBe('12');
    expect(shortId(START + 32_000, 0.999_999)).toBe('ZZ');
    expect(shortId(START + 33_000, 0)).toBe('121');
    expect(shortId(START + 33 * 33 * 1_000, 0)).toBe('1211');
  });

  it('uses no character that people confuse with another', () => {
    for (let step = 0; step < 2_000; step += 1) expect(shortId(START + step * 7_919_000, step / 2_000)).toMatch(/^[1-9A-HJ-NP-Z]+$/u);
  });

  it('stays a valid id for any clock and random value', () => {
    expect(shortId(START - 5_000, 1)).toBe('Z1');
    expect(shortId(START, -1)).toBe('11');
  });
});

describe('a SKU entered by a person', () => {
  it('is trimmed, and everything within it is kept', () => {
    expect(readSku('  A "1"/50% \u{1F9E6} ')).toEqual(ok('A "1"/50% \u{1F9E6}'));
  });

  it.each([[''], ['  \t '], ['x'.repeat(256)], ['a\nb'], ['a\u0000b']])('is refused if it is invalid: %j', (text) => {
    expect(readSku(text)).toMatchObject(err({ code: 'invalid_argument' }));
  });
});
