import { describe, expect, it } from 'vitest';

import { packLines, unpackLines, type StoredLine } from '../../../src/domain/history/packed';

const line: StoredLine = {
  seq: 7,
  at: 1_795_000_000_000,
  originator: 'square',
  location: 'Main "Street"\n',
  sku: '7" Ünï\\',
  fact: { kind: 'linked', shopify: 100_000, square: -50_000 },
};

describe('packed lines', () => {
  it('are the same when unpacked, in their order, without what is not kept', () => {
    const lines = [line, { ...line, seq: 8, sku: '' }];
    expect(unpackLines(packLines(lines))).toEqual(lines);
    expect(unpackLines(packLines([Object.assign({ stock: '43' }, line)]))).toEqual([line]);
    expect(unpackLines(packLines([]))).toEqual([]);
  });

  it('are lists in the order that SQL reads them by', () => {
    const { seq, at, originator, location, sku, fact } = line;
    expect(JSON.parse(packLines([line]))).toEqual([[seq, at, originator, location, sku, fact]]);
  });
});
