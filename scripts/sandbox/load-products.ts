#!/usr/bin/env node
// Loads Shopify's product CSV into the sandbox through the platforms' own APIs, as a merchant's importer would.
//   node scripts/sandbox/load-products.ts file.csv [more.csv] [--shop demo.myshopify.com] [--base http://localhost:8789] [--square]
// --square loads the same products into Square too. Tokens: SHOPIFY_TOKEN and SQUARE_TOKEN, else those of the sandbox's outside control.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { messageOf, report } from '../failure.ts';
import { readProducts, type CsvProduct, type CsvVariant } from './product-csv.ts';

const API_VERSION = '2026-07';
const SQUARE_VERSION = '2026-09-16';
/** Items in one Square batch, and counts in one Square request. */
const SQUARE_ITEMS = 50;
const SQUARE_COUNTS = 100;

/** The sandbox that is loaded. */
interface Target {
  readonly base: string;
  readonly shop: string;
  readonly shopifyToken: string;
  readonly squareToken: string;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function postJson<Answer>(url: string, headers: Readonly<Record<string, string>>, body: object): Promise<Answer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Answer;
}

/** An answer of Shopify's GraphQL. */
interface GraphqlAnswer<Data> {
  readonly data: Data;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
  readonly extensions: {
    readonly cost: {
      readonly requestedQueryCost: number;
      readonly throttleStatus: { readonly currentlyAvailable: number; readonly restoreRate: number };
    };
  };
}

/** Runs one GraphQL operation; when throttled, waits as long as the bucket requires. */
async function graphql<Data>(target: Target, query: string, variables: object): Promise<Data> {
  for (;;) {
    const url = `${target.base}/shopify/${target.shop}/admin/api/${API_VERSION}/graphql.json`;
    const { data, errors, extensions } = await postJson<GraphqlAnswer<Data>>(
      url,
      { 'x-shopify-access-token': target.shopifyToken },
      { query, variables },
    );
    if (errors === undefined) return data;
    if (errors[0]?.extensions?.code !== 'THROTTLED') throw new Error(`Shopify refused: ${errors[0]?.message}`);
    const { requestedQueryCost, throttleStatus } = extensions.cost;
    await sleep((1000 * (requestedQueryCost - throttleStatus.currentlyAvailable)) / throttleStatus.restoreRate + 50);
  }
}

/** The answer to the mutation. */
interface ProductSet {
  readonly productSet: { readonly userErrors: readonly { readonly field: readonly string[] | null; readonly message: string }[] };
}

const PRODUCT_SET = `mutation Load($input: ProductSetInput!, $identifier: ProductSetIdentifiers) {
  productSet(input: $input, identifier: $identifier, synchronous: true) { product { id } userErrors { field message code } }
}`;

function productInput(product: CsvProduct, locationId: string): object {
  const named = product.options.length > 0 ? product.options : ['Title'];
  const valuesOf = (variant: CsvVariant) => (product.options.length > 0 ? variant.values : ['Default Title']);
  return {
    title: product.title,
    handle: product.handle,
    descriptionHtml: product.description,
    vendor: product.vendor,
    productType: product.type,
    tags: product.tags,
    status: product.status,
    files: product.images.map((image) => ({ originalSource: image.url, alt: image.alt, contentType: 'IMAGE' })),
    productOptions: named.map((name, index) => ({
      name,
      values: [...new Set(product.variants.map((variant) => valuesOf(variant)[index]))].map((value) => ({ name: value })),
    })),
    variants: product.variants.map((variant) => ({
      optionValues: named.map((optionName, index) => ({ optionName, name: valuesOf(variant)[index] })),
      sku: variant.sku,
      barcode: variant.barcode === '' ? null : variant.barcode,
      price: variant.price,
      compareAtPrice: variant.compareAtPrice === '' ? null : variant.compareAtPrice,
      inventoryPolicy: variant.continueSelling ? 'CONTINUE' : 'DENY',
      inventoryItem: { tracked: variant.tracked },
      inventoryQuantities: [{ locationId, name: 'available', quantity: variant.quantity }],
    })),
  };
}

async function loadShopify(target: Target, products: readonly CsvProduct[]): Promise<void> {
  const { locations } = await graphql<{ locations: { nodes: { id: string }[] } }>(target, '{ locations(first: 1) { nodes { id } } }', {});
  const locationId = locations.nodes[0]?.id ?? '';
  for (const product of products) {
    const variables = { input: productInput(product, locationId), identifier: { handle: product.handle } };
    const { productSet } = await graphql<ProductSet>(target, PRODUCT_SET, variables);
    const [error] = productSet.userErrors;
    if (error !== undefined) throw new Error(`${product.handle}: ${error.message} (${(error.field ?? []).join('.')})`);
  }
}

const chunks = <Entry>(list: readonly Entry[], size: number): Entry[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));

function squareItem(product: CsvProduct): object {
  const variations = product.variants.map((variant, index) => ({
    type: 'ITEM_VARIATION',
    id: `#${product.handle}-${index}`,
    item_variation_data: {
      name: variant.values.length === 0 ? 'Regular' : variant.values.join(', '),
      ...(variant.sku === '' ? {} : { sku: variant.sku }),
      pricing_type: 'FIXED_PRICING',
      price_money: { amount: Math.round(Number(variant.price) * 100), currency: 'USD' },
      track_inventory: variant.tracked,
    },
  }));
  return { type: 'ITEM', id: `#${product.handle}`, item_data: { name: product.title, description_html: product.description, variations } };
}

/** New in each run: a second load creates a second set of items, as it would at Square. */
const key = (what: string): string => `load-${what}-${crypto.randomUUID()}`;

async function loadSquare(target: Target, products: readonly CsvProduct[]): Promise<void> {
  const headers = { authorization: `Bearer ${target.squareToken}`, 'square-version': SQUARE_VERSION };
  const answer = await fetch(`${target.base}/square/v2/locations`, { headers });
  const { locations } = (await answer.json()) as { locations: { id: string }[] };
  const locationId = locations[0]?.id;
  const ids = new Map<string, string>();
  for (const batch of chunks(products, SQUARE_ITEMS)) {
    const body = { idempotency_key: key('items'), batches: [{ objects: batch.map(squareItem) }] };
    const { id_mappings: mappings } = await postJson<{ id_mappings: { client_object_id: string; object_id: string }[] }>(
      `${target.base}/square/v2/catalog/batch-upsert`,
      headers,
      body,
    );
    for (const mapping of mappings) ids.set(mapping.client_object_id, mapping.object_id);
  }
  const occurred = new Date(Date.now() - 1000).toISOString();
  const counted = products.flatMap((product) =>
    product.variants
      .map((variant, index) => ({ id: ids.get(`#${product.handle}-${index}`), variant }))
      .filter((one) => one.variant.tracked),
  );
  for (const batch of chunks(counted, SQUARE_COUNTS)) {
    const changes = batch.map(({ id, variant }) => ({
      type: 'PHYSICAL_COUNT',
      physical_count: {
        catalog_object_id: id,
        state: 'IN_STOCK',
        location_id: locationId,
        quantity: String(variant.quantity),
        occurred_at: occurred,
      },
    }));
    await postJson(`${target.base}/square/v2/inventory/changes/batch-create`, headers, { idempotency_key: key('counts'), changes });
  }
}

/** What is loaded where. */
interface Options {
  readonly base?: string;
  readonly shop?: string;
  readonly square?: boolean;
}

/** Loads the files into a sandbox and returns what was loaded. */
async function loadProducts(files: readonly string[], options: Options): Promise<{ products: number; variants: number }> {
  const target: Target = {
    base: options.base ?? 'http://localhost:8789',
    shop: options.shop ?? 'demo.myshopify.com',
    shopifyToken: process.env['SHOPIFY_TOKEN'] ?? 'shpat_sandbox',
    squareToken: process.env['SQUARE_TOKEN'] ?? 'EAAA_sandbox',
  };
  const products = files.flatMap((file) => {
    try {
      return readProducts(readFileSync(file, 'utf8'));
    } catch (error) {
      throw new Error(`${basename(file)}: ${messageOf(error)}`, { cause: error });
    }
  });
  await loadShopify(target, products);
  if (options.square === true) await loadSquare(target, products);
  return { products: products.length, variants: products.reduce((sum, product) => sum + product.variants.length, 0) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { shop: { type: 'string' }, base: { type: 'string' }, square: { type: 'boolean' } },
    });
    if (positionals.length === 0) throw new Error('name at least one CSV file');
    const loaded = await loadProducts(positionals, values);
    console.log(
      `${loaded.products} products with ${loaded.variants} variants loaded${values.square === true ? ' into both platforms' : ''}`,
    );
  } catch (error) {
    report(error);
  }
}
