import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { findLinks } from '../../../src/domain/linking/propose-links';
import { ok } from '../../../src/domain/result';
import type { Variant } from '../../../src/gen/sh/common_pb';
import type { VariantPair } from '../../../src/gen/sh/variants_pb';
import { planLinks } from '../../../src/web/merchant/linking/link-plan';
import { makeLinks } from '../../../src/web/merchant/linking/make-links';
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
import { click, find, finds, get, has, hasNo, press, pressFound, sees, shows } from '../support/page';
import { openApp } from '../support/render-app';
import { captureFiles, csvLines } from '../support/saved-files';

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

  it('has each link, and the SKUs that the side without one can get', () => {
    const { links, skus } = planLinks(all);
    expect(links).toEqual(all);
    expect(skus).toEqual([{ id: LAMP.id, variant: LAMP, source: 'shopify', sku: '2001' }]);
  });

  it('gives a SKU to one variant of a platform only, and to none where neither has one', () => {
    const [first] = all;
    if (first === undefined) throw new Error('nothing is accepted');
    const linkOf = (shopify: Variant, square: Variant) => ({ shopify, candidate: { ...first.candidate, square } });
    const blank = linkOf(LAMP, onSquare('L', 'Lamp'));
    const one = linkOf({ ...LAMP, id: gid(8) }, onSquare('S', 'Soap', { sku: 'X-1' }));
    const same = linkOf({ ...LAMP, id: gid(9) }, onSquare('T', 'Soap', { sku: ' x-1' }));
    expect(planLinks([blank, one, same])).toMatchObject({ links: [blank, one, same], skus: [{ id: gid(8), sku: 'X-1' }] });
  });
});

/** A server with both catalogs. It links nothing; what it was asked is in its calls. */
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
    SaveLinks: ({ pairs }: { readonly pairs: readonly VariantPair[] }) => ({
      outcomes: pairs.map((pair) => ({ pair, problem: '' })),
      bulkChangeId: '17',
    }),
    SaveSku: () => ({}),
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
const savedLinks = (calls: readonly SeenCall[]) => inputsOf(calls, 'SaveLinks');
/** A link leaves the pack sizes of its pair as they were. */
const AS_IT_WAS = { shopifyPackSize: 0, squarePackSize: 0 };
const linkOf = ({ id }: Variant, squareId: string) => ({ shopifyId: id, squareId, ...AS_IT_WAS });

describe('the page that links items', () => {
  it('links a case with its bottles by its pack size', async () => {
    const { calls } = open();
    await sees('2 items to review');
    const card = get('region', 'Is this the same item?');
    fireEvent.keyDown(card, { key: 's' });
    await sees('1 on Shopify = 12 on Square');
    fireEvent.keyDown(get('region', 'Is this the same item?'), { key: 'a' });
    await sees('1 link accepted');
    press('Link 1 item');
    await finds('heading', 'Link 1 item');
    shows('1 on Shopify = 12 on Square');
    const files = captureFiles();
    press('Download CSV');
    await vi.waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toBe('links-preview.csv');
    expect(csvLines(files[0]?.text ?? '')).toEqual([
      'On Shopify,Shopify SKU,On Square,Square SKU,Pack size,SKU copied',
      expect.stringMatching(/,1 on Shopify = 12 on Square,$/u),
    ]);
    press('Link 1 item');
    await finds('heading', '1 item linked');
    expect(savedLinks(calls)).toEqual([
      { pairs: [{ shopifyId: CASE.id, squareId: 'WATER', shopifyPackSize: 12, squarePackSize: 1 }], bulkChangeId: '' },
    ]);
  });

  it('finds what is the same, and links nothing before the merchant has seen it', async () => {
    const { calls } = open();
    await finds('heading', 'Sure matches');
    shows('5 items on Shopify and 6 items on Square have no link.');
    press('Accept 1 with the same barcode');
    press('Accept 1 with the same SKU, written differently');
    hasNo('heading', 'Sure matches');
    press('Link 2 items');
    await finds('heading', 'Link 2 items');
    shows(/No quantity and no SKU changes/u);
    hasNo('switch');
    expect(savedLinks(calls)).toEqual([]);
    press('Link 2 items');
    await finds('heading', '2 items linked');
    expect(savedLinks(calls)).toEqual([{ pairs: [linkOf(MUG, 'MUG'), linkOf(BOWL, 'BOWL')], bulkChangeId: '' }]);
    expect(get('link', 'See or undo this change').getAttribute('href')).toBe('/bulk-changes/17');
    expect(savedSkus(calls)).toEqual([]);
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
    fireEvent.keyDown(get('region', 'Is this the same item?'), { key: 'N' });
    await sees('All reviewed');
    const pair: VariantPair = { shopifyId: CASE.id, squareId: 'WATER' };
    await waitFor(() => expect(inputsOf(calls, 'SaveSeparatePairs')).toEqual([{ pairs: [pair], separate: true }]));
    press('Link 1 item');
    await finds('heading', 'Link 1 item');
    press('Link 1 item');
    await finds('heading', '1 item linked');
    expect(savedLinks(calls)).toEqual([{ pairs: [linkOf(LAMP, 'LAMP2')], bulkChangeId: '' }]);
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

  it('lists what is refused, and goes on', async () => {
    const { calls } = open(
      server({
        SaveLinks: ({ pairs }: { readonly pairs: readonly VariantPair[] }) => ({
          outcomes: pairs.map((pair) => ({ pair, problem: pair.squareId === 'BOWL' ? 'Square has no such variant.' : '' })),
        }),
      }),
    );
    await finds('heading', 'Sure matches');
    press('Accept 1 with the same barcode');
    press('Accept 1 with the same SKU, written differently');
    press('Link 2 items');
    await finds('heading', 'Link 2 items');
    press('Link 2 items');
    await finds('heading', '1 item linked');
    shows(/Glazed bowl.*Square has no such variant\./u);
    expect(savedLinks(calls)).toHaveLength(1);
  });

  it('copies SKUs where the merchant wants it, and says which were not', async () => {
    const lamp = (id: number): Variant => onShopify(id, `Brass desk lamp ${id}`);
    const bare = [lamp(21), lamp(22), lamp(23)];
    const theirs = [21, 22, 23].map((id) => onSquare(`L${id}`, `Desk lamp brass ${id}`, { sku: `L-${id}` }));
    const { calls } = open(
      server({
        GetUnmatchedVariants: ({ source }: { readonly source: string }) => ({ variants: source === 'shopify' ? bare : theirs }),
        GetVariantDetail: ({ variantId }: { readonly variantId: string }) =>
          // Somebody has given the second one a SKU meanwhile.
          aDetail({ shopify: aSide({ ...bare[0], id: variantId, sku: variantId === gid(22) ? 'OWN' : '' }) }),
        SaveSku: ({ sku }: { readonly sku: string }) => (sku === 'L-23' ? refusal('already_exists', 'The SKU L-23 is already used.') : {}),
      }),
    );
    expectNoise(/copying a sku/u);
    await sees('3 items to review');
    for (let left = 3; left > 0; left -= 1) press('Accept');
    await sees('All reviewed');
    press('Link 3 items');
    await finds('heading', 'Link 3 items');
    click(await find('switch', 'Also copy the SKU to 3 items without one'));
    shows('Shopify: no SKU → L-21');
    press('Link 3 items');
    await finds('heading', '3 items linked');
    shows("1 SKU copied. 2 SKUs not copied: set them in the item's details.");
    expect(savedSkus(calls).map((input) => (input as { readonly sku: string }).sku)).toEqual(['L-21', 'L-23']);
  });

  it('ends where a call fails, and offers the rest again', async () => {
    open(server({ SaveLinks: () => refusal('unavailable', 'Your catalogs could not be read just now, so nothing was linked.') }));
    expectNoise(/linking items/u);
    await finds('heading', 'Sure matches');
    press('Accept 1 with the same barcode');
    press('Link 1 item');
    await finds('heading', 'Link 1 item');
    press('Link 1 item');
    await finds('heading', '0 items linked');
    shows('Linking ended early');
    shows('1 item without an answer: search again to see what is linked.');
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
    const { calls } = open(server({ SaveLinks: () => gate.promise }));
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
    await waitFor(() => expect(savedLinks(calls)).toHaveLength(1));
    press('Stop');
    await sees('Stopping after the items that are under way.');
    gate.resolve({ outcomes: [{}, {}, {}] });
    await finds('heading', '3 items linked');
  });
});

describe('many links', () => {
  it('are one bulk change, whose parts after the first continue it', async () => {
    const ours = Array.from({ length: 50 }, (_, at) => onShopify(10 + at, `Cup ${10 + at}`, { sku: `CUP-${10 + at}` }));
    const theirs = ours.map((one, at) => onSquare(`C${at}`, one.productName, { sku: `cup ${10 + at}` }));
    const review = reviewOf(ours, theirs);
    const links = accepted(acceptAll(review, review.sure));
    expect(links).toHaveLength(50);
    const saved: string[] = [];
    const save = async (pairs: readonly VariantPair[], bulkChangeId: string) => {
      saved.push(`${pairs.length} of ${bulkChangeId}`);
      return Promise.resolve(ok({ outcomes: pairs.map((pair) => ({ pair, problem: '' })), bulkChangeId: '31' }));
    };
    const made = await makeLinks(links, { save, isStopped: () => false, onProgress: () => undefined });
    expect(saved).toEqual(['25 of ', '25 of 31']);
    expect([made.bulkChangeId, made.outcomes.size, made.failure]).toEqual(['31', 50, null]);
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
