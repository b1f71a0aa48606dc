import { runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { InboundEvent, UnstatedLevel } from '../../src/domain/inbound';
import type { Source } from '../../src/domain/source';
import {
  bothAt,
  callsOf,
  change,
  endWorld,
  forgetCalls,
  kill,
  ring,
  skuOf,
  startWorld,
  STEPS,
  variantOf,
  webhooksQuiet,
  type Merchant,
  setFaultsOnBoth,
} from './account-harness';

const [SKU, OTHER] = [skuOf(1), skuOf(2)];

let merchant: Merchant;

beforeEach(async () => {
  merchant = await startWorld(5);
  await setFaultsOnBoth({ webhookLoss: 1 });
});

afterEach(endWorld);

/** Passes a decoded webhook to the object, with its receipt. */
async function ingest(event: InboundEvent & { readonly source: Source }, problem = 'not as documented'): Promise<void> {
  const name = event.source === 'shopify' ? 'demo.myshopify.com' : 'MLDEMO';
  const receipt = { type: 'x', receivedAt: Date.now(), payload: '{}', problem };
  expect(await merchant.stub().ingest({ source: event.source, name }, event, receipt)).not.toBe('not-mine');
}

/** The level of a SKU on a platform as a webhook names it. */
async function named(source: Source, sku: string): Promise<UnstatedLevel> {
  const { all } = await merchant.stub().locations();
  const row = await variantOf(merchant, sku);
  const stockId = source === 'square' ? (row.square?.id ?? '') : await shopifyItem(row.key);
  return { stockId, locationId: all.find((location) => location.source === source)?.sourceId ?? '' };
}

async function shopifyItem(key: number): Promise<string> {
  return runInDurableObject(merchant.stub(), (_, state) =>
    state.storage.sql.exec<{ id: string }>('select cast(item_id as text) as id from variant where key = ?', key).one(),
  ).then(({ id }) => id);
}

describe('a webhook that cannot be read', () => {
  it.each(['shopify', 'square'] as const)('causes a read of the %s level that it names, and of no other', async (source) => {
    await change(source, SKU, -2);
    await forgetCalls();
    await ingest({ kind: 'levels', source, levels: [], unstated: [await named(source, SKU)] });
    await bothAt(SKU, 98);
    const reads =
      source === 'shopify' ? await callsOf('shopify', 'nodes') : await callsOf('square', 'POST /v2/inventory/counts/batch-retrieve');
    expect(reads).toBe(1);
  });

  it('in one of its counts still passes the other counts on', async () => {
    await change('square', SKU, -2);
    await change('square', OTHER, -3);
    const stated = await named('square', OTHER);
    const level = { stockId: stated.stockId, locationId: stated.locationId ?? '', quantity: 97 * STEPS, at: Date.now() };
    await ingest({ kind: 'levels', source: 'square', levels: [level], unstated: [await named('square', SKU)] });
    await bothAt(OTHER, 97);
    await bothAt(SKU, 98);
  });

  it.each<['levels' | 'unreadable', Source]>([
    ['levels', 'shopify'],
    ['unreadable', 'square'],
  ])('of the kind %s causes a reconciliation of %s soon, even by the object’s next instance', async (kind, source) => {
    await change(source, SKU, -2);
    await ingest(kind === 'levels' ? { kind, source, levels: [], incomplete: true } : { kind, source });
    await kill(merchant);
    await expect
      .poll(
        async () => {
          await ring(merchant);
          return (await variantOf(merchant, SKU))[source === 'shopify' ? 'squareQuantity' : 'shopifyQuantity'];
        },
        { timeout: 180_000, interval: 500 },
      )
      .toBe(98 * STEPS);
  });

  it('is stored with the reason, and shows in the health of the account', async () => {
    await ingest({ kind: 'levels', source: 'shopify', levels: [], incomplete: true }, 'updated_at is missing');
    expect((await merchant.health()).unreadableWebhooks).toBe(1);
    const kept = await merchant.stub().receipts({ since: 0, limit: 10, cursor: '' });
    expect(kept.ok && kept.value.receipts.map(({ problem }) => problem)).toContain('updated_at is missing');
    await kill(merchant);
    expect((await merchant.health()).unreadableWebhooks).toBe(1);
  });

  it('is ignored if it names a level of another location', async () => {
    await webhooksQuiet();
    await forgetCalls();
    await ingest({
      kind: 'levels',
      source: 'square',
      levels: [],
      unstated: [{ ...(await named('square', SKU)), locationId: 'ELSEWHERE' }],
    });
    expect(await callsOf('square', 'POST /v2/inventory/counts/batch-retrieve')).toBe(0);
  });
});
