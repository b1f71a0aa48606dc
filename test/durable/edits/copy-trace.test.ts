import { env } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { err } from '../../../src/domain/result';
import { otherSource, type Source } from '../../../src/domain/source';
import type { AccountApi } from '../../../src/durable/api/account-api';
import type { Copy } from '../../../src/durable/api/edits-api';
import { textAt } from '../../../src/platforms/json';
import { runAlarm } from '../../support/alarms';
import { allowNoise } from '../../support/fail-on-noise';
import { endWorld, startWorld } from '../account-harness';
import {
  copyAll,
  everything,
  find,
  kill,
  must,
  only,
  openShop,
  reread,
  shopify,
  shopifyOf,
  sideOf,
  square,
  squareOf,
  sideOnlyOn,
  startCopy,
} from './edit-harness';

const BY = 'merchant' as const;
const realNow = Date.now.bind(Date);

beforeEach(() => {
  allowNoise(/"a copy (?:waits for|to) (?:shopify|square)/u);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates items at Square that Shopify does not have; returns their SKUs. */
async function makeItems(account: AccountApi, prefix: string, count: number): Promise<readonly string[]> {
  const skus = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  // One at a time, as Square demands.
  for (const sku of skus) await square('POST', '/v2/catalog/object', { idempotency_key: `make ${sku}`, object: itemOf(sku) });
  await reread(account, 'square');
  return skus;
}

/** Creates products at Shopify that Square does not have; returns their SKUs. */
async function makeProducts(account: AccountApi, prefix: string, count: number): Promise<readonly string[]> {
  const skus = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  const mutation = 'mutation M($input: ProductSetInput!) { productSet(synchronous: true, input: $input) { userErrors { message } } }';
  for (const sku of skus) {
    const variants = [
      { sku, price: '9.00', inventoryItem: { tracked: true }, optionValues: [{ optionName: 'Title', name: 'Default Title' }] },
    ];
    const productOptions = [{ name: 'Title', values: [{ name: 'Default Title' }] }];
    await shopify(mutation, { input: { title: `Product ${sku}`, productOptions, variants } });
  }
  await reread(account, 'shopify');
  return skus;
}

function itemOf(sku: string): object {
  const data = { item_id: '#i', name: 'Regular', sku, pricing_type: 'FIXED_PRICING', price_money: { amount: 900, currency: 'USD' } };
  const variation = { type: 'ITEM_VARIATION', id: '#v', item_variation_data: { ...data, track_inventory: true } };
  return { type: 'ITEM', id: '#i', item_data: { name: `Item ${sku}`, variations: [variation] } };
}

/** Works as the task does: continues after a temporary refusal. */
async function work(account: AccountApi, source: Source, calls = 20): Promise<void> {
  for (let call = 0; call < calls; call += 1) {
    const answer = await account.advanceCopies(source);
    if (answer.ok && answer.value.open === 0) return;
  }
}

/** Overrides the responses to the object's calls; null passes the call on to the platform. `body` is the request's. */
function intercept(answer: (url: string, body: string, real: () => Promise<Response>) => Promise<Response> | null): void {
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const pass = (): Promise<Response> => real(input, init);
    return (await answer(url, typeof init?.body === 'string' ? init.body : '', pass)) ?? pass();
  });
}

const nameOf = ({ body }: Copy): string => body.productName;

describe('every requested copy stays visible until it is completed', () => {
  it('as a row with its reason, however many copies follow', async () => {
    const account = await openShop('6601', { variants: 2, seed: 1 });
    const [first = '', ...others] = await makeItems(account, 'KEEP', 36);
    must(await account.startCopyOfSku(first, BY));
    await account.giveUpCopies('square');
    for (const sku of others) must(await account.startCopyOfSku(sku, BY));
    const listed = await account.copies();
    expect(listed.filter(({ state }) => state === 'queued')).toHaveLength(others.length);
    expect(listed.find((copy) => copy.state === 'failed')).toMatchObject({ body: { productName: `Item ${first}` } });
    // Copied again: the newer row represents it.
    must(await account.startCopyOfSku(first, BY));
    await account.giveUpCopies('square');
    const after = await account.copies();
    expect(after).toHaveLength(36);
    expect(new Set(after.map(nameOf)).size).toBe(36);
  });

  it('with a task, even if the request ended before it had queued one', async () => {
    const account = await openShop('6602');
    const side = await sideOnlyOn(account, 'square');
    await startCopy(account, 'square', side);
    const tasks = async (): Promise<number | null> =>
      env.DB.prepare("select count(*) as n from tasks where account = 6602 and name = 'copy' and source = 'square'").first<number>('n');
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 61_000);
    await runAlarm(env.ACCOUNT.getByName('6602'));
    expect(await tasks()).toBe(1);
    // The next instance tries again, and finds the existing task.
    await kill('6602');
    await runAlarm(env.ACCOUNT.getByName('6602'));
    expect(await tasks()).toBe(1);
    await env.DB.prepare('delete from tasks where account = 6602').run();
  });

  it('as given up when the pair ends during one of its steps', async () => {
    const account = await openShop('6603');
    const side = await sideOnlyOn(account, 'square');
    await startCopy(account, 'square', side);
    let held = false;
    intercept((_, body, real) => {
      if (held || !body.includes('VariantsBySku')) return null;
      held = true;
      // The object's promises must not be settled from outside it: a slow call is long enough for the pair to end.
      return new Promise((resolve) => setTimeout(resolve, 1_000)).then(real);
    });
    const working = account.advanceCopies('square');
    await vi.waitFor(() => expect(held).toBe(true), 180_000);
    const { synced } = await account.locations();
    must(await account.disconnectPair(String(synced[0]?.id)));
    await working;
    expect(await account.copies()).toMatchObject([
      { state: 'failed', body: { step: 'over', problem: 'The locations or connections changed while this ran. Copy again.' } },
    ]);
    expect(await shopifyOf(side.sku)).toEqual([]);
  });

  it('when the product was deleted on the other side without a webhook: it is created again', async () => {
    const account = await openShop('6604');
    const both = await find(account, (one) => one.shopify !== null && one.square !== null && one.status === 'in_sync');
    const { sku, productId } = sideOf(both, 'shopify');
    await shopify('mutation D($id: ID!) { productDelete(input: { id: $id }) { userErrors { message } } }', {
      id: `gid://shopify/Product/${productId}`,
    });
    expect(await shopifyOf(sku)).toEqual([]);
    must(await account.startCopy({ source: 'square', variantId: sideOf(both, 'square').id, by: BY }));
    await copyAll(account, 'square');
    expect((await account.copies())[0]).toMatchObject({ state: 'done', body: { problem: '' } });
    expect(await shopifyOf(sku)).toHaveLength(1);
    expect(must(await account.variantDetail('square', sideOf(both, 'square').id)).variant.shopify?.sku).toBe(sku);
  });

  it('when its variant is gone: the row says so', async () => {
    const account = await openShop('6605', { variants: 2, seed: 1 });
    const data = (name: string, sku: string): object => ({
      type: 'ITEM_VARIATION',
      id: `#${name}`,
      item_variation_data: { item_id: '#i', name, sku, pricing_type: 'VARIABLE_PRICING', track_inventory: true },
    });
    const object = { type: 'ITEM', id: '#i', item_data: { name: 'Pair', variations: [data('Left', 'PAIR-L'), data('Right', 'PAIR-R')] } };
    const made = await square('POST', '/v2/catalog/object', { idempotency_key: 'pair', object });
    await makeItems(account, 'NEAR', 1);
    must(await account.startCopyOfSku('PAIR-L', BY));
    must(await account.startCopyOfSku('PAIR-R', BY));
    const right = await squareOf('PAIR-R');
    await square('DELETE', `/v2/catalog/object/${textAt(right[0], 'id') ?? ''}`);
    expect(textAt(made, 'catalog_object', 'id')).not.toBeNull();
    await copyAll(account, 'square');
    const items = (await account.copies())[0]?.body.items ?? [];
    expect(items.map(({ sku, state }) => [sku, state])).toEqual([
      ['PAIR-L', 'linked'],
      ['PAIR-R', 'refused'],
    ]);
    expect(items[1]?.problem).toContain('no longer part of the product');
  });

  it('with what already exists but cannot be linked', async () => {
    const account = await openShop('6606');
    // Two Shopify variants have this SKU.
    expect(await shopifyOf('BRC-RPE')).toHaveLength(2);
    must(await account.startCopyOfSku('BRC-RPE', BY));
    await copyAll(account, 'square');
    const item = (await account.copies())[0]?.body.items.find(({ sku }) => sku === 'BRC-RPE');
    expect(item?.state).toBe('present');
    expect(item?.problem).toContain('is not linked');
  });

  it('when a bug of ours stops it', async () => {
    const account = await openShop('6607');
    allowNoise(/a copy failed: Error: a bug/u);
    const side = await sideOnlyOn(account, 'square');
    await startCopy(account, 'square', side);
    vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      throw new Error('a bug');
    });
    expect(must(await account.advanceCopies('square')).open).toBe(0);
    vi.restoreAllMocks();
    expect((await account.copies())[0]).toMatchObject({
      state: 'failed',
      body: { problem: 'Something went wrong on our side. Copy again.' },
    });
  });
});

describe('a copy that cannot continue', () => {
  it('lets the others go first, and is the only one to fail, with its reason', async () => {
    const account = await openShop('6611', { variants: 2, seed: 1 });
    const [poison = '', ...others] = await makeItems(account, 'LINE', 4);
    intercept((_, body) =>
      body.includes('ProductMake') && body.includes(poison) ? Promise.resolve(new Response('', { status: 500 })) : null,
    );
    for (const sku of [poison, ...others]) must(await account.startCopyOfSku(sku, BY));
    await work(account, 'square', 2);
    for (const sku of others) expect(await shopifyOf(sku), sku).toHaveLength(1);
    await work(account, 'square');
    const ended = (await account.copies()).find(({ state }) => state === 'failed');
    expect(ended).toMatchObject({ body: { productName: `Item ${poison}`, problem: 'Shopify did not answer for too long. Copy again.' } });
    vi.restoreAllMocks();
    must(await account.startCopyOfSku(poison, BY));
    await copyAll(account, 'square');
    expect(await shopifyOf(poison)).toHaveLength(1);
  });

  it('continues after a token was refused once and renewed', async () => {
    const merchant = await startWorld(2);
    const account: AccountApi = merchant.stub();
    const [sku = ''] = await makeProducts(account, 'TOKEN', 1);
    const side = sideOf(await find(account, (one) => one.shopify?.sku === sku), 'shopify');
    await startCopy(account, 'shopify', side);
    let refused = false;
    intercept((url) => {
      if (refused || !url.endsWith('/v2/catalog/batch-upsert')) return null;
      refused = true;
      return Promise.resolve(
        Response.json({ errors: [{ category: 'AUTHENTICATION_ERROR', code: 'ACCESS_TOKEN_EXPIRED' }] }, { status: 401 }),
      );
    });
    await work(account, 'shopify');
    expect(refused).toBe(true);
    expect((await account.copies())[0]).toMatchObject({ state: 'done', body: { problem: '' } });
    expect(await squareOf(sku)).toHaveLength(1);
    await endWorld();
  });

  it('waits until what it created can be read and linked', async () => {
    const account = await openShop('6613');
    const side = await sideOnlyOn(account, 'square');
    await startCopy(account, 'square', side);
    intercept((url, body) => {
      if (!url.includes('graphql') || !body.includes('query ProductsById')) return null;
      return Promise.resolve(Response.json({ data: { nodes: [null] } }));
    });
    const first = await account.advanceCopies('square');
    expect(first).toMatchObject(err({ code: 'unavailable' }));
    expect(await shopifyOf(side.sku)).toHaveLength(1);
    vi.restoreAllMocks();
    await copyAll(account, 'square');
    const [copy] = await account.copies();
    expect(copy).toMatchObject({ state: 'done', body: { problem: '' } });
    expect(must(await account.variantDetail('square', side.id)).variant.shopify).not.toBeNull();
    expect(copy?.body.items.map(({ problem }) => problem)).toEqual(copy?.body.items.map(() => ''));
  });

  it('counts an addition to a product as made if Shopify refused it because an earlier attempt arrived late', async () => {
    const account = await openShop('6614');
    const both = await find(
      account,
      (one) => one.shopify !== null && one.square !== null && one.square.name !== 'Regular' && one.status === 'in_sync',
    );
    const data = {
      item_id: sideOf(both, 'square').productId,
      name: 'Late one',
      sku: 'LATE-1',
      pricing_type: 'FIXED_PRICING',
      price_money: { amount: 500, currency: 'USD' },
      track_inventory: true,
    };
    await square('POST', '/v2/catalog/object', {
      idempotency_key: 'late-1',
      object: { type: 'ITEM_VARIATION', id: '#n', item_variation_data: data },
    });
    must(await account.setTracking({ source: 'square', variantId: sideOf(both, 'square').id, track: true, by: BY }));
    must(await account.startCopyOfSku('LATE-1', BY));
    let late = false;
    intercept((_, body, real) => {
      if (late || !body.includes('mutation VariantsCreate')) return null;
      late = true;
      // The first attempt arrives just before the second, which is the one that is answered.
      return real().then(real);
    });
    await work(account, 'square');
    expect(late).toBe(true);
    expect(await shopifyOf('LATE-1')).toHaveLength(1);
    const [copy] = await account.copies();
    expect(copy).toMatchObject({ state: 'done' });
    expect(copy?.body.items.find(({ sku }) => sku === 'LATE-1')).toMatchObject({ state: 'linked', problem: '' });
  });
});

describe('a copy is killed at each of its calls', () => {
  it.each(['square', 'shopify'] as const)('from %s: it is created once and linked, or is still on the list', async (source) => {
    const accountId = source === 'square' ? '6621' : '6622';
    const target = otherSource(source);
    const shop = await openShop(accountId, { variants: 2, seed: 1 });
    const skus = source === 'square' ? await makeItems(shop, 'KILL', 14) : await makeProducts(shop, 'KILL', 14);
    const sides = (await everything(shop)).filter(only(source)).map((one) => sideOf(one, source));
    let account = shop;
    let nth = 0;
    for (const side of sides.filter((one) => skus.includes(one.sku))) {
      nth += 1;
      must(await account.startCopy({ source, variantId: side.id, by: BY }));
      let calls = 0;
      let sprung = false;
      intercept((_, _body, real) => {
        calls += 1;
        if (calls !== nth) return null;
        // Killed before the request is sent, or after its effect: the response is never received.
        const effect = nth % 2 === 0 ? Promise.resolve() : real().then(() => undefined);
        return effect.then(() => {
          sprung = true;
          return new Promise<Response>(() => undefined);
        });
      });
      const working = account.advanceCopies(source).catch(() => null);
      await Promise.race([working, vi.waitFor(() => expect(sprung).toBe(true), { timeout: 180_000, interval: 5 })]);
      account = await kill(accountId);
      await working;
      vi.restoreAllMocks();
      await copyAll(account, source);
      expect(await (target === 'shopify' ? shopifyOf(side.sku) : squareOf(side.sku)), `call ${nth}`).toHaveLength(1);
      expect(must(await account.variantDetail(source, side.id)).variant[target], `call ${nth}`).not.toBeNull();
      expect((await account.copies())[0], `call ${nth}`).toMatchObject({ state: 'done' });
      // No call was left in which to kill the object.
      if (!sprung) break;
    }
    expect(nth).toBeGreaterThan(5);
    expect(nth).toBeLessThan(skus.length);
  });
});
