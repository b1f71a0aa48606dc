import { beforeEach, describe, expect, it } from 'vitest';

import { useSandbox, readJson, type Json } from './running-sandbox';
import { appOrigin, at, list, part, shopifyKit, soon, installedApp } from './shopify-kit';

const sandbox = await useSandbox();
let app: ReturnType<typeof shopifyKit>;

beforeEach(async () => {
  await sandbox.configure({ autoApprove: false, clockSpeed: 1 });
  await sandbox.reset({});
  app = await installedApp(sandbox);
});

describe('bulk operations', () => {
  const RUN =
    'mutation Run($query: String!) { bulkOperationRunQuery(query: $query) { bulkOperation { id status } userErrors { message code } } }';
  const POLL = 'query Poll($id: ID!) { bulkOperation(id: $id) { status errorCode objectCount rootObjectCount fileSize url } }';

  async function run(query: string) {
    const started = part((await app.ask(RUN, { query })).data, 'bulkOperationRunQuery', 'bulkOperation');
    expect(started['status']).toBe('CREATED');
    let operation: Json = {};
    await soon(async () => {
      operation = part((await app.ask(POLL, { id: started['id'] })).data, 'bulkOperation');
      return operation['status'];
    }).toBe('COMPLETED');
    return operation;
  }

  it('write one line per variant, served whole and by Range', async () => {
    const location = await app.location();
    const operation = await run(`{ productVariants { edges { node { id sku product { id title }
      inventoryItem { id tracked inventoryLevel(locationId: "${location}", includeInactive: true) { isActive quantities(names: ["available"]) { name quantity } } } } } } }`);
    const url = String(operation['url']);
    const text = await (await fetch(url)).text();
    const lines = text.trimEnd().split('\n').map(readJson);
    expect(lines).toHaveLength(Number(operation['objectCount']));
    expect(Buffer.byteLength(text)).toBe(Number(operation['fileSize']));
    expect(lines.find((line) => line['sku'] === 'MUG-SPK')).toMatchObject({
      product: { title: 'Stoneware Mug' },
      inventoryItem: { tracked: true, inventoryLevel: { isActive: true, quantities: [{ name: 'available', quantity: 34 }] } },
    });
    const some = await fetch(url, { headers: { range: 'bytes=100-199' } });
    expect(some.status).toBe(206);
    expect(some.headers.get('content-range')).toBe(`bytes 100-199/${Buffer.byteLength(text)}`);
    expect(await some.text()).toBe(text.slice(100, 200));
    const rest = await fetch(url, { headers: { range: `bytes=${text.length - 10}-` } });
    expect(await rest.text()).toBe(text.slice(-10));
    expect((await fetch(url, { headers: { range: `bytes=${text.length}-` } })).status).toBe(416);
    expect((await fetch(url.replace(/signature=.*/, 'signature=wrong'))).status).toBe(403);
  });

  it('give nested connections lines of their own that name their parent', async () => {
    const operation = await run('{ products { edges { node { id title variants { edges { node { id sku } } } } } }  }');
    const lines = (await (await fetch(String(operation['url']))).text()).trimEnd().split('\n').map(readJson);
    const mug = lines.find((line) => line['title'] === 'Stoneware Mug');
    expect(mug).not.toHaveProperty('variants');
    expect(lines.filter((line) => line['__parentId'] === mug?.['id']).map((line) => line['sku'])).toEqual([
      'MUG-SPK',
      'MUG-IND',
      'MUG-MSS',
    ]);
    expect(Number(operation['rootObjectCount'])).toBe(lines.filter((line) => line['__parentId'] === undefined).length);
  });

  it.each([
    ['no connection', '{ shop { id } }'],
    ['a node at the top', '{ node(id: "gid://shopify/Product/1") { id } }'],
    ['an unknown field', '{ products { edges { node { colour } } } }'],
    [
      'three levels of connections',
      '{ products { edges { node { variants { edges { node { product { variants { edges { node { id } } } } } } } } } } }',
    ],
  ])('are refused for %s', async (_name, query) => {
    const { data } = await app.ask(RUN, { query });
    expect(list(data, 'bulkOperationRunQuery', 'userErrors')).toMatchObject([{ code: 'INVALID' }]);
  });
});

describe('billing', () => {
  const CREATE = `mutation Create($returnUrl: URL!, $trialDays: Int) {
    appSubscriptionCreate(name: "Standard", returnUrl: $returnUrl, trialDays: $trialDays,
      lineItems: [{ plan: { appRecurringPricingDetails: { price: { amount: "49.99", currencyCode: USD }, interval: EVERY_30_DAYS } } }]) {
      appSubscription { id status } confirmationUrl userErrors { message }
    }
  }`;
  const DAY_MS = 24 * 3_600_000;

  async function create(trialDays: number) {
    const { data } = await app.ask(CREATE, { returnUrl: `${appOrigin(sandbox)}/shopify/billingReturn`, trialDays });
    const made = part(data, 'appSubscriptionCreate');
    expect(made['userErrors']).toEqual([]);
    expect(at(made, 'appSubscription', 'status')).toBe('PENDING');
    return { id: String(at(made, 'appSubscription', 'id')), page: String(made['confirmationUrl']) };
  }

  const answer = (page: string, choice: string) =>
    fetch(page, { method: 'POST', body: new URLSearchParams({ answer: choice }), redirect: 'manual' });
  const statusOf = async (id: string) =>
    at((await app.ask('query S($id: ID!) { node(id: $id) { ... on AppSubscription { status } } }', { id })).data, 'node', 'status');

  it('activates on approval, with the trial as the first period, and replaces the one before', async () => {
    const first = await create(14);
    const page = await (await fetch(first.page)).text();
    expect(page).toContain('Approve');
    expect(page).toContain('Decline');
    const approved = await answer(first.page, 'approve');
    expect(approved.headers.get('location')).toContain('/shopify/billingReturn?charge_id=');
    const { data } = await app.ask('{ currentAppInstallation { activeSubscriptions { id status currentPeriodEnd createdAt } } }');
    const [active] = list(data, 'currentAppInstallation', 'activeSubscriptions');
    expect(active).toMatchObject({ id: first.id, status: 'ACTIVE' });
    const days = (Date.parse(String(at(active, 'currentPeriodEnd'))) - Date.parse(String(at(active, 'createdAt')))) / DAY_MS;
    expect(Math.round(days)).toBe(14);
    expect((await fetch(first.page)).status).toBe(404);
    const second = await create(0);
    await answer(second.page, 'approve');
    expect(await statusOf(first.id)).toBe('CANCELLED');
    const cancel = 'mutation C($id: ID!) { appSubscriptionCancel(id: $id) { appSubscription { status } userErrors { message } } }';
    expect(at((await app.ask(cancel, { id: second.id })).data, 'appSubscriptionCancel', 'appSubscription', 'status')).toBe('CANCELLED');
  });

  it('keeps the merchant in Shopify’s admin after a decline', async () => {
    const { id, page } = await create(14);
    const declined = await answer(page, 'decline');
    expect(declined.headers.get('location')).toBe('/shopify/demo.myshopify.com/admin/apps');
    expect(await statusOf(id)).toBe('DECLINED');
  });

  it('expires a charge that gets no response for two days', async () => {
    const { id } = await create(14);
    await sandbox.configure({ clockSpeed: 1_000_000 });
    const outside = shopifyKit(sandbox);
    const query = 'query S($id: ID!) { node(id: $id) { ... on AppSubscription { status } } }';
    await soon(async () => at((await outside.ask(query, { id })).data, 'node', 'status')).toBe('EXPIRED');
  });
});

describe('products', () => {
  it('are created completely by productSet, which deletes what a later list omits', async () => {
    const location = await app.location();
    const SET = `mutation Set($input: ProductSetInput!, $identifier: ProductSetIdentifiers) {
      productSet(input: $input, identifier: $identifier, synchronous: true) {
        product { handle variants(first: 10) { nodes { title sku price inventoryQuantity } } } userErrors { field code }
      }
    }`;
    const variant = (name: string, quantity: number): Json => ({
      sku: `LAMP-${name}`,
      price: '12.5',
      optionValues: [{ optionName: 'Colour', name }],
      inventoryQuantities: [{ locationId: location, name: 'available', quantity }],
    });
    const input = (names: readonly string[]): Json => ({
      title: 'Paper Lamp',
      productOptions: [{ name: 'Colour', values: names.map((name) => ({ name })) }],
      variants: names.map((name, index) => variant(name, index + 1)),
    });
    const made = await app.ask(SET, { input: input(['Red', 'Blue']) });
    expect(part(made.data, 'productSet', 'product')).toEqual({
      handle: 'paper-lamp',
      variants: {
        nodes: [
          { title: 'Red', sku: 'LAMP-Red', price: '12.50', inventoryQuantity: 1 },
          { title: 'Blue', sku: 'LAMP-Blue', price: '12.50', inventoryQuantity: 2 },
        ],
      },
    });
    const smaller = await app.ask(SET, { identifier: { handle: 'paper-lamp' }, input: input(['Blue']) });
    expect(list(smaller.data, 'productSet', 'product', 'variants', 'nodes')).toMatchObject([{ sku: 'LAMP-Blue', inventoryQuantity: 1 }]);
    expect(await app.stock('LAMP-Red')).toBeNull();
    const bare = await app.ask(SET, { input: { title: 'Torch' } });
    expect(list(bare.data, 'productSet', 'product', 'variants', 'nodes')).toMatchObject([{ title: 'Default Title', sku: null }]);
    const unnamed = await app.ask(SET, { input: { title: 'Lamp', variants: [variant('Red', 1)] } });
    expect(list(unnamed.data, 'productSet', 'userErrors')).toMatchObject([{ code: 'PRODUCT_OPTIONS_INPUT_MISSING' }, {}]);
  });

  it('have unique handles: a duplicate one that is given is refused, one made from the title gets a number', async () => {
    const SET = `mutation Set($input: ProductSetInput!) {
      productSet(input: $input, synchronous: true) { product { handle } userErrors { field code } }
    }`;
    const make = async (input: Json): Promise<unknown> => (await app.ask(SET, { input })).data;
    const taken = { productSet: { product: null, userErrors: [{ field: ['handle'], code: 'HANDLE_NOT_UNIQUE' }] } };
    expect(await make({ title: 'Vase' })).toMatchObject({ productSet: { product: { handle: 'vase' } } });
    expect(await make({ title: 'Other', handle: 'vase' })).toEqual(taken);
    expect(await make({ title: 'Vase' })).toMatchObject({ productSet: { product: { handle: 'vase-1' } } });
    const CREATE = `mutation C($product: ProductCreateInput!) { productCreate(product: $product) { product { id } userErrors { field } } }`;
    const created = await app.ask(CREATE, { product: { title: 'Other', handle: 'vase' } });
    expect(created.data).toMatchObject({ productCreate: { product: null, userErrors: [{}] } });
    const UPDATE = `mutation U($product: ProductUpdateInput!, $identifier: ProductUpdateIdentifiers) {
      productUpdate(product: $product, identifier: $identifier) { product { handle } userErrors { field } } }`;
    const rename = async (handle: string): Promise<unknown> =>
      (await app.ask(UPDATE, { product: { handle }, identifier: { handle: 'vase-1' } })).data;
    expect(await rename('vase')).toMatchObject({ productUpdate: { product: null, userErrors: [{}] } });
    expect(await rename('vase-1')).toMatchObject({ productUpdate: { product: { handle: 'vase-1' }, userErrors: [] } });
  });

  it('get one variant from productCreate, which the first real ones replace', async () => {
    const { data } = await app.ask(
      `mutation C($product: ProductCreateInput!) { productCreate(product: $product) { product { id variants(first: 5) { nodes { title } } } userErrors { message } } }`,
      { product: { title: 'Cup', productOptions: [{ name: 'Size', values: [{ name: 'S' }, { name: 'L' }] }] } },
    );
    const product = part(data, 'productCreate', 'product');
    expect(list(product, 'variants', 'nodes')).toEqual([{ title: 'S' }]);
    const create = `mutation V($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
      productVariantsBulkCreate(productId: $productId, variants: $variants, strategy: REMOVE_STANDALONE_VARIANT) {
        productVariants { title sku } userErrors { field code }
      }
    }`;
    const sized = (name: string): Json => ({
      optionValues: [{ optionName: 'Size', name }],
      inventoryItem: { sku: `CUP-${name}`, tracked: true },
    });
    const added = await app.ask(create, { productId: product['id'], variants: [sized('S'), sized('L')] });
    expect(list(added.data, 'productVariantsBulkCreate', 'productVariants')).toEqual([
      { title: 'S', sku: 'CUP-S' },
      { title: 'L', sku: 'CUP-L' },
    ]);
    const again = await app.ask(create, { productId: product['id'], variants: [sized('L')] });
    expect(list(again.data, 'productVariantsBulkCreate', 'userErrors')).toMatchObject([{ code: 'VARIANT_ALREADY_EXISTS' }]);
  });

  it('change SKU and barcode of all listed variants or of none', async () => {
    const { id, product } = await app.variant('MUG-SPK');
    const update = `mutation U($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
      productVariantsBulkUpdate(productId: $productId, variants: $variants) { productVariants { sku barcode } userErrors { field code } }
    }`;
    const good = { id, barcode: '42', inventoryItem: { sku: 'MUG-42' } };
    const refused = await app.ask(update, { productId: product, variants: [good, { id: 'gid://shopify/ProductVariant/1' }] });
    expect(list(refused.data, 'productVariantsBulkUpdate', 'userErrors')).toEqual([
      { field: ['variants', '1', 'id'], code: 'PRODUCT_VARIANT_DOES_NOT_EXIST' },
    ]);
    expect(await app.stock('MUG-SPK')).toBe(34);
    const done = await app.ask(update, { productId: product, variants: [good] });
    expect(list(done.data, 'productVariantsBulkUpdate', 'productVariants')).toEqual([{ sku: 'MUG-42', barcode: '42' }]);
  });
});
