import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { Ledger } from '../../scripts/scale/ledger';
import { rowOf, withRows } from '../../scripts/scale/page';
import type { Measured } from '../../scripts/scale/point';
import { POINTS } from '../../scripts/scale/points';

const NAMES = POINTS.map(({ name }) => name);
const measured = (point: string, figures: Measured['figures']): Measured => ({
  point,
  command: `npm run scale -- ${point}`,
  date: '2026-11-25',
  machine: '2 cores',
  seconds: 12,
  figures,
  broken: [],
});

describe('the points of scale', () => {
  it('have unique names, and each compares with what was sold', () => {
    expect(new Set(NAMES).size).toBe(NAMES.length);
    for (const { name, zero } of POINTS) expect([name, zero]).toEqual([name, expect.arrayContaining(['units wrong'])]);
  });
});

describe('what was sold', () => {
  const skus = ['A', 'B', 'C'];
  const drawn = (): { ledger: Ledger; sold: Map<string, number> } => {
    const ledger = new Ledger(skus.length, 3, (number) => skus[number - 1] ?? '');
    const sold = new Map<string, number>();
    for (let count = 0; count < 50; count += 1) {
      const { sku, delta } = ledger.draw();
      sold.set(sku, (sold.get(sku) ?? 0) + delta);
    }
    return { ledger, sold };
  };

  it('is of the named variants alone, and what is left of each adds up', () => {
    const { ledger, sold } = drawn();
    expect([...sold.keys()].toSorted()).toEqual(skus);
    expect(ledger.changes).toBe(50);
    expect(ledger.left).toEqual(new Map([...sold].map(([sku, delta]) => [sku, 100 + delta])));
  });

  it('is compared with both sides: a lost unit and an invented one are both wrong', async () => {
    const { ledger } = drawn();
    const stock = (off: { readonly shopify: number; readonly square: number }) => ({
      control: async <T>(_method: string, path: string) => {
        const sku = path.split('=')[1] ?? '';
        const left = ledger.left.get(sku) ?? 0;
        return (sku === 'B' ? { shopify: left + off.shopify, square: left + off.square } : { shopify: left, square: left }) as T;
      },
    });
    expect(await ledger.unitsWrong(stock({ shopify: 0, square: 0 }))).toBe(0);
    expect(await ledger.unitsWrong(stock({ shopify: -1, square: 2 }))).toBe(3);
    expect(await ledger.unitsWrong(stock({ shopify: -1, square: 2 }), ['B'])).toBe(0);
  });
});

describe('the page of scale', () => {
  const page = readFileSync('docs/scale.md', 'utf8');
  const first = rowOf(measured('catalog', { variants: 100_000, what: 'a | b' }), 'a catalog');

  it('shows the figures, the day and the machine of a point', () => {
    expect(first).toBe('| `catalog` | a catalog | variants: 100,000; what: a \\| b | 2026-11-25, 12 s on 2 cores |');
  });

  it('replaces the rows that were measured and keeps the others, in the order of the points', () => {
    const second = rowOf(measured('growth', { bytes: 1 }), 'growth');
    const empty = page.replace(/<!-- measured -->[^]*<!-- \/measured -->/u, '<!-- measured -->\n<!-- /measured -->');
    const both = withRows(withRows(empty, [second], NAMES), [first], NAMES);
    expect(both.indexOf(first)).toBeLessThan(both.indexOf(second));
    const again = rowOf(measured('growth', { bytes: 2 }), 'growth');
    const replaced = withRows(both, [again], NAMES);
    expect([replaced.includes(again), replaced.includes(second), replaced.includes(first)]).toEqual([true, false, true]);
    expect(replaced.replace(/<!-- measured -->[^]*<!-- \/measured -->/u, '')).toBe(
      page.replace(/<!-- measured -->[^]*<!-- \/measured -->/u, ''),
    );
  });
});
