import { beforeEach, describe, expect, it } from 'vitest';

import { useSandbox } from './running-sandbox';
import { at, list, newKey, part, shopifyKit, userErrorCodes } from './shopify-kit';

const sandbox = await useSandbox();
let location = '';
let mug = { id: '', product: '', item: '' };
const shopify = shopifyKit(sandbox);

beforeEach(async () => {
  await sandbox.reset({ catalogue: 'small' });
  location = await shopify.location();
  mug = await shopify.variant('MUG-SPK');
});

/** One change of the speckled mug, which has 34 in stock. */
const change = (delta: number, changeFromQuantity: number | null) => ({
  inventoryItemId: mug.item,
  locationId: location,
  delta,
  changeFromQuantity,
});

describe('reading through the official client', () => {
  it('pages variants with product, item and level, by cursor and by search', async () => {
    const query = `query Page($first: Int!, $after: String, $query: String, $location: ID!) {
      productVariants(first: $first, after: $after, query: $query, sortKey: ID) {
        nodes { id sku displayName product { title } inventoryItem { tracked inventoryLevel(locationId: $location) { quantities(names: ["available"]) { quantity } } } }
        pageInfo { hasNextPage endCursor }
      }
    }`;
    const skus: unknown[] = [];
    let after: unknown = null;
    do {
      const { data } = await shopify.ask(query, { first: 50, after, location });
      for (const node of list(data, 'productVariants', 'nodes')) skus.push(at(node, 'sku'));
      const page = part(data, 'productVariants', 'pageInfo');
      after = page['hasNextPage'] === true ? page['endCursor'] : null;
    } while (after !== null);
    const counted = await shopify.ask('{ productVariantsCount { count precision } }');
    expect(skus).toHaveLength(Number(at(counted.data, 'productVariantsCount', 'count')));
    expect(skus).toContain('MUG-SPK');
    const found = await shopify.ask(query, { first: 5, query: 'sku:"MUG-SPK"', location });
    expect(list(found.data, 'productVariants', 'nodes')).toMatchObject([
      {
        displayName: 'Stoneware Mug - Speckle',
        product: { title: 'Stoneware Mug' },
        inventoryItem: { tracked: true, inventoryLevel: { quantities: [{ quantity: 34 }] } },
      },
    ]);
  });

  it('lists locations in order and refuses pages over 250, unknown fields and unquoted times', async () => {
    const { data } = await shopify.ask('{ locations(first: 10, sortKey: NAME) { nodes { name isActive } } }');
    expect(list(data, 'locations', 'nodes')).toEqual([
      { name: 'Online Warehouse', isActive: true },
      { name: 'Pop-up Studio', isActive: true },
    ]);
    expect((await shopify.ask('{ productVariants(first: 251) { nodes { id } } }')).messages[0]).toContain('250');
    expect((await shopify.ask('{ productVariants(first: 1) { nodes { colour } } }')).messages[0]).toContain('colour');
    const unquoted = await shopify.ask('{ productVariants(first: 1, query: "updated_at:>=2026-11-01T00:00:00Z") { nodes { id } } }');
    expect(unquoted.messages[0]).toContain('quoted');
  });

  it('reports the cost of every query and throttles when the bucket is empty', async () => {
    const heavy = '{ products(first: 250) { nodes { id variants(first: 100) { nodes { id product { id } inventoryItem { id } } } } } }';
    const first = await shopify.ask(heavy);
    expect(at(first.extensions, 'cost', 'throttleStatus', 'maximumAvailable')).toBe(2000);
    expect(Number(at(first.extensions, 'cost', 'actualQueryCost'))).toBeGreaterThan(0);
    let last = first;
    for (let tries = 0; tries < 100 && last.codes.length === 0; tries += 1) last = await shopify.ask(heavy);
    expect(last.codes).toEqual(['THROTTLED']);
    expect(at(last.extensions, 'cost', 'actualQueryCost')).toBeNull();
    const dear = `{ products(first: 250) { nodes { variants(first: 250) { nodes { product { variants(first: 250) { nodes { product { id } } } } } } } } }`;
    expect((await shopify.ask(dear)).codes).toEqual(['MAX_COST_EXCEEDED']);
  });
});

describe('adjusting through the official client', () => {
  it('moves available once per key and answers a replay from current data', async () => {
    const key = newKey();
    const done = await shopify.adjust([change(-2, 34)], key, 'gid://shelfbridge/Op/1');
    expect(userErrorCodes(done, 'inventoryAdjustQuantities')).toEqual([]);
    expect(part(done.data, 'inventoryAdjustQuantities', 'inventoryAdjustmentGroup')).toMatchObject({
      referenceDocumentUri: 'gid://shelfbridge/Op/1',
      changes: [{ name: 'available', delta: -2, quantityAfterChange: 32 }],
    });
    await sandbox.change({ platform: 'shopify', sku: 'MUG-SPK', delta: -1 });
    const replay = await shopify.adjust([change(-2, 34)], key, 'gid://shelfbridge/Op/1');
    expect(at(replay.data, 'inventoryAdjustQuantities', 'inventoryAdjustmentGroup', 'changes', 0)).toMatchObject({
      delta: -2,
      quantityAfterChange: 31,
    });
    expect(await shopify.stock('MUG-SPK')).toBe(31);
  });

  it('refuses a key with other parameters, and a key whose first attempt failed', async () => {
    const key = newKey();
    await shopify.adjust([change(-2, 34)], key);
    expect(userErrorCodes(await shopify.adjust([change(-3, 32)], key), 'inventoryAdjustQuantities')).toEqual([
      'IDEMPOTENCY_KEY_PARAMETER_MISMATCH',
    ]);
    const failing = newKey();
    expect(userErrorCodes(await shopify.adjust([change(-1, 34)], failing), 'inventoryAdjustQuantities')).toEqual([
      'CHANGE_FROM_QUANTITY_STALE',
    ]);
    expect(userErrorCodes(await shopify.adjust([change(-1, 34)], failing), 'inventoryAdjustQuantities')).toEqual([
      'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED',
    ]);
    expect(await shopify.stock('MUG-SPK')).toBe(32);
  });

  it('requires @idempotent and an explicit changeFromQuantity', async () => {
    const input = { name: 'available', reason: 'correction', changes: [change(-1, 34)] };
    const plain =
      'mutation A($input: InventoryAdjustQuantitiesInput!) { inventoryAdjustQuantities(input: $input) { userErrors { code } } }';
    expect((await shopify.ask(plain, { input })).codes).toEqual(['BAD_REQUEST']);
    const unwritten = { inventoryItemId: mug.item, locationId: location, delta: -1 };
    expect((await shopify.adjust([unwritten])).codes).toEqual(['INVALID_FIELD_ARGUMENTS']);
    expect(await shopify.stock('MUG-SPK')).toBe(34);
    expect(userErrorCodes(await shopify.adjust([change(-40, null)]), 'inventoryAdjustQuantities')).toEqual([]);
    expect(await shopify.stock('MUG-SPK')).toBe(-6);
  });

  it('makes all changes of a mutation or none, and takes at most 250', async () => {
    const other = await shopify.variant('MUG-IND');
    const good = { inventoryItemId: other.item, locationId: location, delta: -5, changeFromQuantity: 27 };
    const refused = await shopify.adjust([good, change(-1, 99)]);
    expect(list(refused.data, 'inventoryAdjustQuantities', 'userErrors')).toMatchObject([
      { field: ['changes', '1', 'changeFromQuantity'], code: 'CHANGE_FROM_QUANTITY_STALE' },
    ]);
    expect(await shopify.stock('MUG-IND')).toBe(27);
    const many = Array.from({ length: 251 }, () => change(1, null));
    expect((await shopify.adjust(many)).codes).toEqual(['MAX_INPUT_SIZE_EXCEEDED']);
    expect(userErrorCodes(await shopify.adjust(many.slice(1)), 'inventoryAdjustQuantities')).toEqual([]);
    expect(await shopify.stock('MUG-SPK')).toBe(34 + 250);
  });

  it.each([
    ['an unknown item', { inventoryItemId: 'gid://shopify/InventoryItem/1' }, 'INVALID_INVENTORY_ITEM'],
    ['an unknown location', { locationId: 'gid://shopify/Location/1' }, 'INVALID_LOCATION'],
    ['a delta beyond the bound', { delta: 2_000_000_001 }, 'INVALID_QUANTITY_TOO_HIGH'],
    ['a ledger document', { ledgerDocumentUri: 'gid://shelfbridge/Op/1' }, 'INVALID_AVAILABLE_DOCUMENT'],
  ])('refuses %s', async (_name, wrong, code) => {
    expect(userErrorCodes(await shopify.adjust([{ ...change(-1, null), ...wrong }]), 'inventoryAdjustQuantities')).toEqual([code]);
    expect(await shopify.stock('MUG-SPK')).toBe(34);
  });

  it('refuses an item that is not stocked at the location, until 2026-10', async () => {
    await sandbox.reset({ catalogue: { variants: 3, seed: 1 } });
    const variant = await shopify.variant('GEN-000001');
    const { data } = await shopify.ask('{ locations(first: 2) { nodes { id } } }');
    const second = String(at(data, 'locations', 'nodes', 1, 'id'));
    const changes = [{ inventoryItemId: variant.item, locationId: second, delta: 4, changeFromQuantity: null }];
    expect(userErrorCodes(await shopify.adjust(changes), 'inventoryAdjustQuantities')).toEqual(['ITEM_NOT_STOCKED_AT_LOCATION']);
    expect(userErrorCodes(await shopifyKit(sandbox, 'shpat_sandbox', '2026-10').adjust(changes), 'inventoryAdjustQuantities')).toEqual([]);
  });
});

describe('setting, activating, tracking', () => {
  const SET = `mutation Set($input: InventorySetQuantitiesInput!, $key: String!) {
    inventorySetQuantities(input: $input) @idempotent(key: $key) { userErrors { field code } }
  }`;

  it('sets with compare-and-swap and refuses the same pair twice', async () => {
    const entry = { inventoryItemId: mug.item, locationId: location, quantity: 50, changeFromQuantity: 34 };
    const input = { name: 'available', reason: 'correction', quantities: [entry] };
    expect(userErrorCodes(await shopify.ask(SET, { input, key: newKey() }), 'inventorySetQuantities')).toEqual([]);
    expect(await shopify.stock('MUG-SPK')).toBe(50);
    expect(userErrorCodes(await shopify.ask(SET, { input, key: newKey() }), 'inventorySetQuantities')).toEqual([
      'CHANGE_FROM_QUANTITY_STALE',
    ]);
    const twice = {
      ...input,
      quantities: [
        { ...entry, changeFromQuantity: null },
        { ...entry, changeFromQuantity: null },
      ],
    };
    expect(userErrorCodes(await shopify.ask(SET, { input: twice, key: newKey() }), 'inventorySetQuantities')).toEqual([
      'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR',
    ]);
  });

  it('keeps the quantity of a level that is deactivated and activated again', async () => {
    const level = await shopify.ask(
      'query L($item: ID!, $location: ID!) { inventoryItem(id: $item) { inventoryLevel(locationId: $location) { id } } }',
      {
        item: mug.item,
        location,
      },
    );
    const off =
      'mutation D($id: ID!, $key: String!) { inventoryDeactivate(inventoryLevelId: $id) @idempotent(key: $key) { userErrors { message } } }';
    expect(
      list(
        (await shopify.ask(off, { id: at(level.data, 'inventoryItem', 'inventoryLevel', 'id'), key: newKey() })).data,
        'inventoryDeactivate',
        'userErrors',
      ),
    ).toEqual([]);
    const on = `mutation A($item: ID!, $location: ID!, $key: String!) {
      inventoryActivate(inventoryItemId: $item, locationId: $location) @idempotent(key: $key) {
        inventoryLevel { isActive quantities(names: ["available"]) { quantity } } userErrors { message }
      }
    }`;
    const activated = await shopify.ask(on, { item: mug.item, location, key: newKey() });
    expect(part(activated.data, 'inventoryActivate', 'inventoryLevel')).toEqual({ isActive: true, quantities: [{ quantity: 34 }] });
  });

  it('changes SKU and tracking of an item', async () => {
    const update = `mutation U($id: ID!, $input: InventoryItemInput!) {
      inventoryItemUpdate(id: $id, input: $input) { inventoryItem { sku tracked } userErrors { message } }
    }`;
    const { data } = await shopify.ask(update, { id: mug.item, input: { sku: 'MUG-NEW', tracked: false } });
    expect(part(data, 'inventoryItemUpdate', 'inventoryItem')).toEqual({ sku: 'MUG-NEW', tracked: false });
    expect(await shopify.stock('MUG-SPK')).toBeNull();
    expect(await shopify.stock('MUG-NEW')).toBe(34);
  });
});
