import { describe, expect, it, vi } from 'vitest';

import { otherSource, type Source } from '../../../src/domain/source';
import type { AccountApi } from '../../../src/durable/api/account-api';
import { at } from '../../../src/platforms/json';
import { control, copyAll, equalStock, find, kill, must, only, openShop, shopifyOf, sideOf, square, squareOf, stock } from './edit-harness';

const LIMITS = { timeout: 180_000, interval: 1 };
const SOURCES = [['square'], ['shopify']] as const;

const holders = (target: Source, sku: string): Promise<readonly unknown[]> => (target === 'shopify' ? shopifyOf(sku) : squareOf(sku));

/** Waits until the newest copy has been planned. */
async function planned(account: AccountApi): Promise<void> {
  await vi.waitFor(async () => expect((await account.copies())[0]?.body.step).not.toBe('plan'), LIMITS);
}

/** Kills the object at some moment of a copy, then lets the next instance finish it; expects exactly one variant as a result. */
async function killedAt(
  accountId: string,
  source: Source,
  moment: (account: AccountApi, target: Source, sku: string) => Promise<void>,
): Promise<void> {
  const target = otherSource(source);
  const account = await openShop(accountId);
  const lonely = await find(account, only(source));
  const side = sideOf(lonely, source);
  const quantity = (lonely[`${source}Quantity`] ?? 0) / 100_000;
  must(await account.startCopy({ source, variantId: side.id, by: 'merchant' }));
  await control('PUT', 'config', { faults: { [target]: { latencyMs: 60 } } });
  const work = account.advanceCopies(source).catch(() => null);
  await moment(account, target, side.sku);
  const next = await kill(accountId);
  await work;
  await copyAll(next, source);
  expect((await next.copies())[0]).toMatchObject({ state: 'done' });
  expect(await holders(target, side.sku)).toHaveLength(1);
  await equalStock(side.sku, quantity);
  // And once more, from the start.
  must(await next.startCopy({ source, variantId: side.id, by: 'merchant' }));
  await copyAll(next, source);
  expect(await holders(target, side.sku)).toHaveLength(1);
  expect(must(await next.variantDetail(source, side.id)).variant[target]).not.toBeNull();
}

describe('a copy that is killed resumes', () => {
  it.each(SOURCES)('from %s, as soon as it is planned', async (source) => {
    await killedAt(source === 'square' ? '6401' : '6402', source, planned);
  });

  it.each(SOURCES)('from %s, right after the variant was created', async (source) => {
    await killedAt(source === 'square' ? '6403' : '6404', source, async (_, target, sku) => {
      await vi.waitFor(async () => expect(await holders(target, sku)).not.toHaveLength(0), LIMITS);
    });
  });
});

describe('a sale while a copy runs', () => {
  it.each(SOURCES)('on the side copied from (%s), before the variant is linked, is passed on', async (source) => {
    const target = otherSource(source);
    const accountId = source === 'square' ? '6405' : '6406';
    const account = await openShop(accountId);
    const lonely = await find(account, (one) => only(source)(one) && (one[`${source}Quantity`] ?? 0) >= 500_000);
    const side = sideOf(lonely, source);
    const quantity = (lonely[`${source}Quantity`] ?? 0) / 100_000;
    must(await account.startCopy({ source, variantId: side.id, by: 'merchant' }));
    await control('PUT', 'config', { faults: { [target]: { latencyMs: 60 } } });
    const work = account.advanceCopies(source).catch(() => null);
    await planned(account);
    // The object is killed in the middle; a sale and its webhook arrive before the copy resumes.
    const next = await kill(accountId);
    await work;
    await control('POST', 'change', { platform: source, sku: side.sku, delta: -2 });
    const [copy] = await next.copies();
    const item = copy?.body.items.find((one) => one.sku === side.sku);
    await tell(next, source, item?.stockId ?? '', quantity - 2);
    await control('PUT', 'config', { faults: { [target]: { latencyMs: 0 } } });
    await copyAll(next, source);
    await equalStock(side.sku, quantity - 2);
    expect(await stock(side.sku)).toEqual({ shopify: quantity - 2, square: quantity - 2 });
  });

  async function tell(account: AccountApi, source: Source, stockId: string, units: number): Promise<void> {
    const pair = (await account.locations()).synced[0];
    const level = { stockId, locationId: pair?.[source].sourceId ?? '', quantity: units * 100_000, at: await timeOf(source, stockId) };
    const name = source === 'shopify' ? 'demo.myshopify.com' : 'MLDEMO';
    const receipt = { type: 'levels', receivedAt: Date.now(), payload: '{}' };
    expect(await account.ingest({ source, name }, { kind: 'levels', source, levels: [level] }, receipt)).not.toBe('not-mine');
  }

  async function timeOf(source: Source, stockId: string): Promise<number> {
    if (source === 'shopify') return Date.now();
    const counts = await square('POST', '/v2/inventory/counts/batch-retrieve', {
      catalog_object_ids: [stockId],
      location_ids: ['LDEMO01'],
    });
    const list: unknown = counts['counts'];
    return Date.parse(String(at(Array.isArray(list) ? list[0] : null, 'calculated_at')));
  }
});
