import { describe, expect, it } from 'vitest';

import type { Body } from '../../src/durable/sync/journal-position';
import { rowsOf } from '../../src/durable/sync/journal-rows';

type Receipt = NonNullable<Body['r']>[number];
type Note = NonNullable<Body['c']>[number];

// Only what sizes them counts here.
const receipts = (count: number): Receipt[] =>
  Array.from({ length: count }, (_, n) => ({ n, payload: 'x'.repeat(100_000) }) as unknown as Receipt);
const notes = (count: number): Note[] => Array.from({ length: count }, (_, n) => ({ n }) as unknown as Note);

const sizes = (body: Body): [number, number][] => rowsOf(body).map(({ r = [], c = [] }) => [r.length, c.length]);

describe('the rows of a journal body', () => {
  it.each([
    [1, 250, [[1, 250]]],
    [
      2,
      250,
      [
        [1, 250],
        [1, 0],
      ],
    ],
    [
      1,
      400,
      [
        [1, 300],
        [0, 100],
      ],
    ],
    [
      2,
      400,
      [
        [1, 300],
        [1, 0],
        [0, 100],
      ],
    ],
  ] as const)('of %d long receipts and %d notes hold all of them, no row more than it can', (r, c, expected) => {
    const body = { r: receipts(r), c: notes(c) } as Body;
    expect(sizes(body)).toEqual(expected);
    expect(rowsOf(body).flatMap((row) => row.r ?? [])).toEqual(body.r);
    expect(rowsOf(body).flatMap((row) => row.c ?? [])).toEqual(body.c);
  });
});
