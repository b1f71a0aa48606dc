import { describe, expect, it } from 'vitest';

import type { VariantPair } from '../../src/domain/catalog/merge-plan';
import { err, ok } from '../../src/domain/result';
import {
  change,
  kill,
  pair as pairLocations,
  setFaults,
  skuOf,
  snapshot,
  stockBecomes,
  stockOf,
  useAlarms,
  useWorld,
  variantOf,
} from './account-harness';

const WAIT = { timeout: 180_000, interval: 50 };

describe('links by hand, beside sales', { timeout: 180_000 }, () => {
  const merchant = useWorld();
  useAlarms();

  const pairOf = async (sku: string): Promise<VariantPair> => {
    const { shopify, square } = await variantOf(merchant, sku);
    return { shopify: shopify?.id ?? '', square: square?.id ?? '' };
  };
  const partnerOf = async ({ shopify }: VariantPair): Promise<string | undefined> => {
    const found = await merchant.stub().variantDetail('shopify', shopify);
    return found.ok ? found.value.variant.square?.id : undefined;
  };
  const separate = async (pair: VariantPair): Promise<void> => merchant.stub().keepSeparate([pair], true, 'merchant');

  it('a link that the merchant ends first delivers what is pending, and nothing afterward', async () => {
    const pair = await pairOf(skuOf(1));
    await setFaults('shopify', { rate5xx: 1 });
    await change('square', skuOf(1), -2);
    await expect.poll(async () => (await merchant.state()).owed, WAIT).toBeGreaterThan(0);
    await separate(pair);
    expect(await partnerOf(pair)).toBe(pair.square);
    await kill(merchant);
    await setFaults('shopify', { rate5xx: 0 });
    await expect.poll(() => partnerOf(pair), WAIT).toBeUndefined();
    expect(await stockOf(skuOf(1))).toEqual({ shopify: 98, square: 98 });
    await change('square', skuOf(1), -1);
    await change('square', skuOf(2), -1);
    await stockBecomes(skuOf(2), 99, 99);
    expect(await stockOf(skuOf(1))).toEqual({ shopify: 98, square: 97 });
  });

  it('a link crossed by hand passes each sale on to its own partner, exactly once', async () => {
    const [one, two] = [await pairOf(skuOf(1)), await pairOf(skuOf(2))];
    await merchant.stub().keepSeparate([one, two], true, 'merchant');
    await expect.poll(async () => [await partnerOf(one), await partnerOf(two)], WAIT).toEqual([undefined, undefined]);
    const crossed = [
      { shopify: one.shopify, square: two.square },
      { shopify: two.shopify, square: one.square },
    ];
    expect(await merchant.stub().saveLinks(crossed, 'merchant')).toMatchObject(
      ok({ outcomes: crossed.map((pair) => ({ pair, problem: '' })) }),
    );
    await change('square', skuOf(1), -3);
    await change('shopify', skuOf(1), -5);
    await expect.poll(() => stockOf(skuOf(1)), WAIT).toEqual({ shopify: 95, square: 97 });
    await expect.poll(() => stockOf(skuOf(2)), WAIT).toEqual({ shopify: 97, square: 95 });
  });

  it('nothing is linked while a platform cannot be read, or no locations are chosen', async () => {
    const pair = await pairOf(skuOf(1));
    await separate(pair);
    await expect.poll(() => partnerOf(pair), WAIT).toBeUndefined();
    await setFaults('square', { rate5xx: 1 });
    expect(await merchant.stub().saveLinks([pair], 'merchant')).toMatchObject(err({ code: 'unavailable' }));
    await setFaults('square', { rate5xx: 0 });
    expect(await partnerOf(pair)).toBeUndefined();
    const [synced] = (await merchant.stub().locations()).synced;
    expect(await merchant.stub().disconnectPair(String(synced?.id))).toMatchObject({ ok: true });
    expect(await merchant.stub().saveLinks([pair], 'merchant')).toMatchObject(err({ code: 'failed_precondition' }));
    await pairLocations(merchant);
    await snapshot(merchant);
    expect(await partnerOf(pair)).toBeUndefined();
    await expect.poll(() => merchant.stub().saveLinks([pair], 'merchant'), WAIT).toMatchObject(ok({ outcomes: [{ pair, problem: '' }] }));
    expect(await partnerOf(pair)).toBe(pair.square);
  });
});
