import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { findLinks } from '../../../src/domain/linking/propose-links';
import type { Variant } from '../../../src/gen/sh/common_pb';
import type { SeparatePair } from '../../../src/gen/sh/variants_pb';
import { planLinks } from '../../../src/web/merchant/linking/link-plan';
import {
  accepted,
  acceptAll,
  decide,
  startReview,
  sureByReason,
  takeBack,
  waiting,
  without,
} from '../../../src/web/merchant/linking/review';
import { expectNoise } from '../../support/fail-on-noise';
import { aDetail, aSide, aStatus } from '../support/builders';
import { inputsOf, never, refusal, type Answers, type SeenCall } from '../support/fake-api';
import { find, finds, get, has, hasNo, press, pressFound, sees, shows } from '../support/page';
import { openApp } from '../support/render-app';

const gid = (number: number): string => `gid://shopify/ProductVariant/${number}`;
const EAN = '4006381333931';
const onShopify = (number: number, productName: string, change: Partial<Variant> = {}): Variant =>
  aSide({ source: 'shopify', id: gid(number), name: 'Default Title', productName, sku: '', barcode: '', ...change });
const onSquare = (id: string, productName: string, change: Partial<Variant> = {}): Variant =>
  aSide({ source: 'square', id, name: 'Regular', productName, sku: '', barcode: '', ...change });

const MUG = onShopify(1, 'Harbor mug', { sku: 'HM-1', barcode: EAN });
const BOWL = onShopify(2, 'Glazed bowl', { sku: 'BOWL-77' });
const LAMP = onShopify(3, 'Brass desk lamp');
const CASE = onShopify(4, 'Spring water, case of 12', { sku: 'WATER-12' });
const ALONE = onShopify(5, 'Linen apron', { sku: 'APR' });
const SHOPIFY = [MUG, BOWL, LAMP, CASE, ALONE];
const SQUARE = [
  onSquare('MUG', 'Mug Harbor', { sku: '1001', barcode: EAN }),
  onSquare('BOWL', 'Bowl, glazed', { sku: 'bowl 77' }),
  onSquare('LAMP', 'Desk lamp brass', { sku: '2001' }),
  onSquare('LAMP2', 'Desk lamp brass', { sku: '2002', name: 'Small' }),
  onSquare('WATER', 'Spring water', { sku: '3001' }),
  onSquare('SOAP', 'Olive soap', { sku: '4001' }),
];

function reviewOf(shopify: readonly Variant[], square: readonly Variant[]) {
  const search = findLinks(
    shopify.map((one) => ({ ...one, source: 'shopify', price: '' })),
    square.map((one) => ({ ...one, source: 'square', price: '' })),
  );
  for (;;) {
    const step = search.next();
    if (step.done === true) return startReview(step.value, { shopify, square });
  }
}

const idsOf = (items: readonly { readonly shopify: Variant }[]): readonly string[] => items.map(({ shopify }) => shopify.id);

describe('a review', () => {
  const review = reviewOf(SHOPIFY, SQUARE);

  it('has what a code makes sure apart from what a person must decide', () => {
    expect(sureByReason(review).map(({ reason, items }) => [reason, idsOf(items)])).toEqual([
      ['barcode', [MUG.id]],
      ['sku', [BOWL.id]],
    ]);
    expect(waiting(review).map(({ shopify, candidates }) => [shopify.id, candidates.map(({ square }) => square.id)])).toEqual([
      [LAMP.id, ['LAMP', 'LAMP2']],
      [CASE.id, ['WATER']],
    ]);
  });

  it('keeps what was decided, and takes it back', () => {
    const linked = decide(acceptAll(review, review.sure), LAMP.id, { kind: 'link', squareId: 'LAMP' });
    expect(accepted(linked).map(({ shopify, candidate }) => [shopify.id, candidate.square.id])).toEqual([
      [MUG.id, 'MUG'],
      [BOWL.id, 'BOWL'],
      [LAMP.id, 'LAMP'],
    ]);
    expect(idsOf(waiting(linked))).toEqual([CASE.id]);
    expect(accepted(takeBack(linked, [LAMP.id, MUG.id])).map(({ shopify }) => shopify.id)).toEqual([BOWL.id]);
    expect(idsOf(waiting(decide(linked, CASE.id, { kind: 'separate', squareIds: ['WATER'] })))).toEqual([]);
    expect(idsOf(without(linked, new Set([MUG.id, LAMP.id])).sure)).toEqual([BOWL.id]);
  });

  it('asks for what was skipped at the end, and never offers what an accepted link uses', () => {
    const skipped = decide(review, LAMP.id, { kind: 'skip' });
    expect(idsOf(waiting(skipped))).toEqual([CASE.id, LAMP.id]);
    const twin = onShopify(6, 'Brass desk lamp');
    const both = decide(reviewOf([...SHOPIFY, twin], SQUARE), LAMP.id, { kind: 'link', squareId: 'LAMP' });
    expect(
      waiting(both)
        .find(({ shopify }) => shopify.id === twin.id)
        ?.candidates.map(({ square }) => square.id),
    ).toEqual(['LAMP2']);
  });
});

describe('the plan of accepted links', () => {
  const review = reviewOf(SHOPIFY, SQUARE);
  const all = accepted(decide(acceptAll(review, review.sure), LAMP.id, { kind: 'link', squareId: 'LAMP' }));

  it('keeps the SKU that is there, or that of the chosen platform', () => {
    expect(planLinks(all, 'shopify')).toMatchObject({
      steps: [
        { id: MUG.id, sku: 'HM-1', writes: 'square', variant: { id: 'MUG' } },
        { id: BOWL.id, sku: 'BOWL-77', writes: 'square', variant: { id: 'BOWL' } },
        { id: LAMP.id, sku: '2001', writes: 'shopify', variant: { id: LAMP.id } },
      ],
      writes: { shopify: 1, square: 2 },
      leftOut: [],
    });
    expect(planLinks(all, 'square').writes).toEqual({ shopify: 3, square: 0 });
  });

  it('generates one where neither has any, and gives a SKU to one variant of a platform only', () => {
    const [first] = all;
    if (first === undefined) throw new Error('nothing is accepted');
    const blank = { shopify: LAMP, candidate: { ...first.candidate, square: onSquare('L', 'Lamp') } };
    const same = { shopify: { ...ALONE, sku: 'hm-1' }, candidate: { ...first.candidate, square: onSquare('S', 'Soap', { sku: '1' }) } };
    const plan = planLinks([first, blank, same], 'shopify');
    expect(plan.steps.map(({ sku, writes }) => [sku, writes])).toEqual([
      ['HM-1', 'square'],
      ['', null],
    ]);
    expect(plan.writes).toEqual({ shopify: 1, square: 2 });
    expect(plan.leftOut).toEqual([same]);
  });
});

/** A server with both catalogs. Saving a SKU links nothing here; what it was asked is in its calls. */
function server(change: Answers = {}): Answers {
  const all = [...SHOPIFY, ...SQUARE];
  return {
    GetAccountStatus: () => aStatus(),
    GetUnmatchedVariants: ({ source }: { readonly source: string }) => ({ variants: source === 'shopify' ? SHOPIFY : SQUARE }),
    GetSeparatePairs: () => ({}),
    SaveSeparatePairs: () => ({}),
    GetVariantDetail: ({ source, variantId }: { readonly source: string; readonly variantId: string }) => {
      const found = all.find(({ id }) => id === variantId);
      return aDetail({ shopify: undefined, square: undefined, [source]: found });
    },
    SaveSku: () => ({}),
    GenerateSku: () => ({ sku: 'NEW-1' }),
    ...change,
  };
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const open = (answers: Answers = server()) => openApp('/linking', answers);
const savedSkus = (calls: readonly SeenCall[]) => inputsOf(calls, 'SaveSku');

describe('the page that links items', () => {
  it('finds what is the same, and writes nothing before the merchant has seen it', async () => {
    const { calls } = open();
    await finds('heading', 'Sure matches');
    shows('5 items on Shopify and 6 items on Square have no link.');
    press('Accept 1 with the same barcode');
    press('Accept 1 with the same SKU, written differently');
    hasNo('heading', 'Sure matches');
    press('Link 2 items');
    await finds('heading', 'Link 2 items');
    shows(/^Writes 2 SKUs on Square\./u);
    expect(savedSkus(calls)).toEqual([]);
    press('Link 2 items');
    await finds('heading', '2 items linked');
    expect(savedSkus(calls)).toEqual([
      { shopifyVariantId: '', squareVariantId: 'MUG', sku: 'HM-1' },
      { shopifyVariantId: '', squareVariantId: 'BOWL', sku: 'BOWL-77' },
    ]);
    press('Back to review');
    await sees('2 items to review');
    shows('No links accepted yet');
  });

  it('is worked off by keyboard', async () => {
    const { calls } = open();
    await sees('2 items to review');
    const card = get('region', 'Is this the same item?');
    fireEvent.keyDown(card, { key: 'ArrowDown' });
    fireEvent.keyDown(card, { key: 'a' });
    await sees('1 item to review');
    shows('1 link accepted');
    expect(document.activeElement).toBe(get('region', 'Is this the same item?'));
    // A case is not one of its bottles.
    fireEvent.keyDown(get('region', 'Is this the same item?'), { key: 'a' });
    shows('1 link accepted');
    expect(get('button', 'Accept').getAttribute('aria-disabled')).toBe('true');
    fireEvent.keyDown(get('region', 'Is this the same item?'), { key: 'N' });
    await sees('All reviewed');
    const pair: SeparatePair = { shopifyId: CASE.id, squareId: 'WATER' };
    await waitFor(() => expect(inputsOf(calls, 'SaveSeparatePairs')).toEqual([{ pairs: [pair], separate: true }]));
    press('Link 1 item');
    await finds('heading', 'Link 1 item');
    press('Link 1 item');
    await finds('heading', '1 item linked');
    expect(savedSkus(calls)).toEqual([{ shopifyVariantId: LAMP.id, squareVariantId: '', sku: '2002' }]);
  });

  it('takes back decisions, also that two are not the same', async () => {
    const gate = Promise.withResolvers<object>();
    const { calls } = open(server({ SaveSeparatePairs: () => gate.promise }));
    await sees('2 items to review');
    press('None of these');
    await sees('1 item to review');
    press('Undo');
    await sees('2 items to review');
    // The second call would overtake the first.
    expect(inputsOf(calls, 'SaveSeparatePairs')).toHaveLength(1);
    gate.resolve({});
    await waitFor(() =>
      expect(inputsOf(calls, 'SaveSeparatePairs')).toEqual(
        [true, false].map((separate) => ({ pairs: ['LAMP', 'LAMP2'].map((squareId) => ({ shopifyId: LAMP.id, squareId })), separate })),
      ),
    );
    press('Skip');
    await sees('Spring water, case of 12');
    expect(inputsOf(calls, 'SaveSeparatePairs')).toHaveLength(2);
  });

  it('never suggests what is kept separate', async () => {
    const pairs = [
      { shopifyId: LAMP.id, squareId: 'LAMP' },
      { shopifyId: MUG.id, squareId: 'MUG' },
    ];
    open(server({ GetSeparatePairs: () => ({ pairs }) }));
    await sees('2 items to review');
    hasNo('button', 'Accept 1 with the same barcode');
    has('radio', /Desk lamp brass · Small/u);
    expect(document.querySelectorAll('input[type=radio]')).toHaveLength(1);
  });

  it('leaves alone what has changed, lists what is refused, and goes on', async () => {
    const { calls } = open(
      server({
        GetVariantDetail: ({ source, variantId }: { readonly source: string; readonly variantId: string }) => {
          const found = [...SHOPIFY, ...SQUARE].find(({ id }) => id === variantId);
          const changed = variantId === 'MUG' ? { ...found, sku: 'OTHER' } : found;
          return aDetail({ shopify: undefined, square: undefined, [source]: changed });
        },
        SaveSku: () => refusal('already_exists', 'Another Square variant has this SKU.'),
      }),
    );
    expectNoise(/linking an item/u);
    await finds('heading', 'Sure matches');
    press('Accept 1 with the same barcode');
    press('Accept 1 with the same SKU, written differently');
    press('Link 2 items');
    await finds('heading', 'Link 2 items');
    press('Link 2 items');
    await finds('heading', '0 items linked');
    shows('1 item changed meanwhile and left alone.');
    shows(/Glazed bowl.*Another Square variant has this SKU\./u);
    expect(savedSkus(calls)).toHaveLength(1);
  });

  it('generates a SKU where neither has one', async () => {
    const blank = {
      GetUnmatchedVariants: ({ source }: { readonly source: string }) => ({
        variants: source === 'shopify' ? [LAMP] : [onSquare('LAMP', 'Desk lamp brass')],
      }),
    };
    const bare = onSquare('LAMP', 'Desk lamp brass');
    const detail = {
      GetVariantDetail: ({ source }: { readonly source: string }) =>
        aDetail({ shopify: undefined, square: undefined, [source]: source === 'shopify' ? LAMP : bare }),
    };
    const { calls } = open(server({ ...blank, ...detail }));
    await sees('1 item to review');
    press('Accept');
    await sees('All reviewed');
    press('Link 1 item');
    await sees('a new SKU on both');
    shows(/barcode/u);
    press('Link 1 item');
    await finds('heading', '1 item linked');
    expect(savedSkus(calls)).toEqual([{ shopifyVariantId: LAMP.id, squareVariantId: 'LAMP', sku: 'NEW-1' }]);
  });

  it('says when nothing looks alike, when it cannot read, and how far it has come', async () => {
    open(
      server({ GetUnmatchedVariants: ({ source }: { readonly source: string }) => ({ variants: source === 'shopify' ? [ALONE] : [] }) }),
    );
    await sees('Nothing to link');
    shows('1 item on Shopify and 0 items on Square have no link. None of them look alike.');
  });

  it('offers another try when the catalogs cannot be read', async () => {
    let isDown = true;
    open(server({ GetSeparatePairs: () => (isDown ? refusal('unavailable', 'The database does not answer.') : {}) }));
    expectNoise(/reading variants without a link/u);
    await sees('We could not read your catalogs');
    isDown = false;
    await pressFound('Try again');
    await finds('heading', 'Sure matches');
  });

  it('shows how much it has read', async () => {
    open(server({ GetSeparatePairs: never }));
    await sees('Reading both catalogs: 11 variants so far');
  });

  it('stops where the merchant says so', async () => {
    const gate = Promise.withResolvers<object>();
    const { calls } = open(server({ SaveSku: () => gate.promise }));
    await finds('heading', 'Sure matches');
    press('Accept 1 with the same barcode');
    press('Accept 1 with the same SKU, written differently');
    press('Accept');
    await sees('3 links accepted');
    press('Link 3 items');
    await finds('heading', 'Link 3 items');
    press('Remove: Harbor mug');
    await finds('heading', 'Link 2 items');
    press('Back to review');
    press('Accept 1 with the same barcode');
    press('Link 3 items');
    await finds('heading', 'Link 3 items');
    press('Link 3 items');
    await waitFor(() => expect(savedSkus(calls)).toHaveLength(2));
    press('Stop');
    await sees('Stopping after the items that are being written.');
    gate.resolve({});
    await finds('heading', '2 items linked');
    shows('1 item not tried.');
    press('Back to review');
    await sees('1 link accepted');
  });
});

describe('the inventory', () => {
  it('leads to it from what one platform alone has', async () => {
    openApp('/inventory?view=square_only', {
      GetAccountStatus: () => aStatus(),
      GetInventory: () => ({}),
      GetInventoryCounts: () => ({}),
      GetCopies: () => ({}),
    });
    expect((await find('link', 'Find and link them')).getAttribute('href')).toBe('/linking');
  });
});
