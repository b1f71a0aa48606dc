import { expect, test } from 'vitest';

import type { HistoryFact } from '../../src/domain/history/fact';
import { describeFact } from '../../src/domain/history/message';
import { STEPS_PER_UNIT } from '../../src/domain/quantity';
import type { Platform } from './support/storm-catalog';
import { LINK_ACTS } from './support/storm-links';
import type { LoggedSale } from './support/storm-links-log';
import { relinkProblems } from './support/storm-links-verdict';

// The verdict of the storm over links, on histories that its runs seldom have.

const VARIANT = {
  sku: 'GEN-1',
  shopify: 'gid://shopify/ProductVariant/1',
  product: 'gid://shopify/Product/1',
  square: 'VARIATION1',
};
const START = 100;
const OFF_AND_ON = LINK_ACTS.filter(({ name }) => name === 'tracking turned off and on');

/** Units of both sides, by the platform. */
type Units = Readonly<Record<Platform, number>>;

/** A line of history as the merchant reads it, with both sides' numbers. */
const row = (at: number, fact: (shopify: number, square: number) => HistoryFact, { shopify, square }: Units) => ({
  date: new Date(at).toISOString(),
  originator: 'Shelfbridge',
  sku: VARIANT.sku,
  message: describeFact(fact(shopify * STEPS_PER_UNIT, square * STEPS_PER_UNIT)),
});
const ended = (shopify: number, square: number): HistoryFact => ({ kind: 'unlinked', why: 'untracked', shopify, square });

/**
 * The verdict on a variant whose tracking was off from 2 s to 6 s: sold once on each side before, while both writes were in flight as the link
 * ended; twice at Shopify in between, and once at Square after it was linked again. `before` is what both sides came to after the old link,
 * `began` where the new one started.
 */
function verdictOf(before: Units, began: Units, { shopify, square }: Units) {
  const linkedAgain = (onShopify: number, onSquare: number): HistoryFact => ({
    kind: 'linked',
    shopify: onShopify,
    square: onSquare,
    shopifyBefore: before.shopify * STEPS_PER_UNIT,
    squareBefore: before.square * STEPS_PER_UNIT,
  });
  const sale = (platform: Platform, at: number): LoggedSale => ({
    platform,
    id: VARIANT[platform],
    sku: VARIANT.sku,
    from: at,
    until: at + 10,
  });
  const sales = [sale('square', 1_000), sale('shopify', 1_000), sale('shopify', 3_000), sale('shopify', 4_000), sale('square', 8_000)];
  const pair = { shopify_id: VARIANT.shopify, square_id: VARIANT.square, sku: VARIANT.sku, status: '', trouble: '', trouble_detail: '' };
  const problems = relinkProblems({
    plan: OFF_AND_ON.map((act) => ({ act, product: [VARIANT] })),
    log: { salesOf: (ids) => sales.filter(({ id }) => ids.includes(id)), actedAt: () => 500, told: () => [] },
    rows: [row(2_000, ended, { shopify: 99, square: 99 }), row(6_000, linkedAgain, began)],
    units: new Map([
      [VARIANT.shopify, shopify],
      [VARIANT.square, square],
    ]),
    pairs: new Map([[VARIANT.square, pair]]),
    start: START,
    graceMs: 60_000,
  });
  return problems.map(({ text }) => text);
}

const LANDED = { shopify: 98, square: 98 };
const BEGAN = { shopify: 96, square: 98 };

test('a link that ended while a write to each side was in flight has passed on both sales', () => {
  expect(OFF_AND_ON).toHaveLength(1);
  expect(verdictOf(LANDED, BEGAN, { shopify: 95, square: 97 })).toEqual([]);
});

test('a write that was in flight as the link ended, and never arrived, is a lost unit', () => {
  expect(verdictOf({ shopify: 99, square: 98 }, { shopify: 97, square: 98 }, { shopify: 96, square: 97 })).toEqual([
    'tracking turned off and on GEN-1: the old link of GEN-1 ended after 1 and 2 sales',
    'tracking turned off and on GEN-1: 193 units, expected 192: 5 sales, 2 of them between links',
  ]);
});

test('a sale that the new link does not pass on leaves both sides with different changes', () => {
  expect(verdictOf(LANDED, BEGAN, { shopify: 96, square: 97 })).toContain(
    'GEN-1: linked again with Shopify 96, Square 98, and now Shopify 96, Square 97',
  );
});
