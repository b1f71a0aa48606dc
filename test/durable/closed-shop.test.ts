import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  bothAt,
  change,
  control,
  endWorld,
  ring,
  skipTime,
  skuOf,
  startWorld,
  stockOf,
  useAlarms,
  writes,
  type Merchant,
  owedBecomes,
} from './account-harness';

let merchant: Merchant;

beforeEach(async () => {
  merchant = await startWorld();
});
useAlarms();

const shopState = async (state: string): Promise<void> => {
  await control('PUT', 'config', { faults: { shopify: { shopState: state } } });
};

afterEach(async () => {
  await shopState('open');
  await endWorld();
});

const SKU = skuOf(1);
const OTHER = skuOf(2);

describe('a shop that Shopify does not serve', () => {
  it.each([
    ['402', 'frozen', /unpaid bill/u],
    ['423', 'locked', /Shopify Support/u],
    ['403', 'forbidden', /refuses all requests/u],
  ] as const)(
    '(%s) keeps counting, sends nothing, requires no reads, and catches up when it is served again',
    async (state, closed, words) => {
      await shopState(state);
      await change('square', SKU, -2);
      await expect.poll(async () => (await merchant.health()).closed).toBe(closed);
      await change('shopify', OTHER, -3);
      await expect.poll(async () => (await stockOf(OTHER)).square).toBe(97);
      // For the variant whose change is waiting, what Shopify states is kept until that change is settled.
      await change('shopify', SKU, -3);
      expect((await merchant.state()).shopify.problem).toMatch(words);
      const sent = (await writes()).shopify;
      expect(await merchant.health()).toMatchObject({ closed, frozen: 0, blocked: 0, shopify: 'connected', failing: [] });
      expect((await merchant.state()).owed).toBe(1);
      await ring(merchant);
      expect((await writes()).shopify).toBe(sent);
      await shopState('open');
      await skipTime(5 * 60_000 + 1_000);
      await ring(merchant);
      await bothAt(SKU, 95, 20_000);
      await expect.poll(async () => (await merchant.health()).closed).toBeNull();
      expect((await merchant.state()).shopify.problem).toBe('');
    },
  );

  it('is called soon after one of its webhooks arrives, so that pending changes are sent', async () => {
    await shopState('402');
    await change('square', SKU, -2);
    await expect.poll(async () => (await merchant.health()).closed).toBe('frozen');
    await shopState('open');
    await change('shopify', OTHER, -3);
    await bothAt(OTHER, 97);
    await skipTime(16_000);
    await ring(merchant);
    await bothAt(SKU, 98);
    expect((await merchant.health()).closed).toBeNull();
  });

  it('is called again automatically even if nothing waits for it', async () => {
    await shopState('402');
    expect((await merchant.stub().shopInfo()).ok).toBe(false);
    expect((await merchant.health()).closed).toBe('frozen');
    await ring(merchant);
    await shopState('open');
    await skipTime(5 * 60_000 + 1_000);
    await ring(merchant);
    await expect.poll(async () => (await merchant.health()).closed).toBeNull();
  });

  it('gives the reason to a person who requests something', async () => {
    await shopState('423');
    const answer = await merchant.stub().shopInfo();
    expect(answer.ok ? '' : `${answer.error.code}: ${answer.error.message}`).toMatch(/^unavailable: Shopify has locked this shop/u);
  });

  it('is not treated as closed when the edge refuses (430): that is throttling', async () => {
    await shopState('430');
    await change('square', SKU, -2);
    await owedBecomes(merchant, 1, 10_000);
    expect((await merchant.health()).closed).toBeNull();
    await shopState('open');
    await bothAt(SKU, 98, 30_000);
  });
});
