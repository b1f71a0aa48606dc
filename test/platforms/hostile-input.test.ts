import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readAnswer } from '../../src/platforms/shopify/graphql';
import { readAdjustment } from '../../src/platforms/shopify/inventory';
import { decodeShopifyWebhook } from '../../src/platforms/shopify/webhook-decode';
import { readCatalogChanges, readCatalogPage } from '../../src/platforms/square/catalog';
import { readSquareAnswer } from '../../src/platforms/square/client';
import * as square from '../../src/platforms/square/inventory';
import { decodeSquareWebhook } from '../../src/platforms/square/webhook-decode';
import { squareOver } from './support/environment';
import { answered, scriptedHttp, answers } from './support/scripted-http';

// Nothing received over the network may throw: it is decoded, or reported as malformed, ambiguous, or failed.

const REQUEST = { key: 'k', occurredAt: 0, changes: [{ stockId: '1', locationId: '1', delta: 100_000, from: 0 }] };

/** Shapes built from the names and values that the decoders look for, combined at random. */
const NAMES = `data errors extensions code userErrors field inventoryAdjustQuantities inventoryAdjustmentGroup changes item
  id inventoryLevel quantities name quantity updatedAt location objects related_objects type
  item_data variations item_variation_data location_overrides price_money amount counts state calculated_at cursor
  object merchant_id inventory_counts inventory_item_id location_id available updated_at variants variant_gids title
  is_deleted __proto__`;
const names = fc.constantFrom(...NAMES.split(/\s+/u));
const leaves = fc.oneof(
  fc.constantFrom(
    'ITEM',
    'ITEM_VARIATION',
    'IN_STOCK',
    'available',
    'gid://shopify/InventoryItem/1',
    'THROTTLED',
    '2026-11-20T10:00:00Z',
    '10',
    '',
  ),
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e300),
  fc.string(),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 7, withCrossShrink: true },
    leaves,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(names, tie('tree'), { maxKeys: 6 }),
  ),
}));
const body = fc.oneof(
  tree.map((value) => JSON.stringify(value)),
  fc.string(),
  fc.json(),
);
const TOPICS = [
  'inventory_levels/update',
  'products/update',
  'inventory_items/update',
  'app/uninstalled',
  'bulk_operations/finish',
  'shop/update',
];

describe('any input from a platform or an unknown sender', () => {
  it('never throws: webhooks', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TOPICS), body, (topic, raw) => {
        expect(decodeShopifyWebhook({ topic, shop: 'demo.myshopify.com', raw })?.event.kind).not.toBe('');
        expect(decodeSquareWebhook(raw)?.event.kind).not.toBe('');
      }),
      { numRuns: 2_000 },
    );
  });

  it('never throws: responses to writes', () => {
    fc.assert(
      fc.property(fc.constantFrom(200, 400, 404, 429, 500), body, (status, raw) => {
        expect(readAdjustment(readAnswer(answered(status, raw)), REQUEST).kind).not.toBe('');
        expect(square.readAdjustment(readSquareAnswer(answered(status, raw)), REQUEST).kind).not.toBe('');
      }),
      { numRuns: 2_000 },
    );
  });

  it('never throws: catalogs', async () => {
    await fc.assert(
      fc.asyncProperty(body, async (raw) => {
        const page = await readCatalogPage(squareOver(scriptedHttp(answers(raw))), { locationId: 'L1', cursor: null });
        const empty = answers({});
        const changes = await readCatalogChanges(squareOver(scriptedHttp(answers(raw), empty)), {
          locationId: 'L1',
          since: 'x',
          cursor: null,
        });
        expect([typeof page.ok, typeof changes.ok]).toEqual(['boolean', 'boolean']);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['[', '{"a":'])('may be nested as deeply as a megabyte of %s', (opening) => {
    const deep = opening.repeat(1_000_000 / opening.length);
    expect(decodeSquareWebhook(deep)).toMatchObject({ merchantId: '', event: { kind: 'unreadable' } });
    const closed = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const counts = decodeSquareWebhook(`{"merchant_id":"M1","type":"inventory.count.updated","data":${closed}}`);
    // The parser decides how deeply a body may nest: the body is read to its end, or not at all.
    expect(counts?.event.kind).toMatch(/levels|unreadable/u);
  });
});
