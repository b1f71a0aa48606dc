import {
  AUTOMATIC_OPTION,
  COPIED_OPTION,
  fitOptions,
  isOnlyVariation,
  ONLY_VARIANT_VALUE,
  optionValues,
  shopifyTitle,
  squareItemName,
  squareVariationName,
} from '../../domain/catalog/copy-names';
import { otherSource, sourceName } from '../../domain/source';
import type { PlatformFailure } from '../../platforms/failure';
import { readProducts } from '../../platforms/shopify/catalog';
import { addVariants, createProduct, findByHandle, readOptions, type NewShopifyVariant } from '../../platforms/shopify/create';
import { createVariations } from '../../platforms/square/create';
import type { Account } from '../account/account';
import type { Copy, CopyItem } from '../api/edits-api';
import { unlessPaused } from './copy-pause';
import { planAgain, type CopyStep } from './copy-plan';
import { tell } from './follow';
import { retryWhenThrottled } from './retry-when-throttled';

/**
 * Age at which an idempotency key is no longer trusted: half of the time for which Square keeps it. A later repeat may not be recognized as
 * one, so check and plan again.
 */
const KEY_TRUST_MS = 12 * 3_600_000;

/**
 * Creates what a copy's plan lists as missing. Safe to repeat after a kill or an unanswered call: at Shopify it first checks what exists,
 * and Square recognizes a repeat by its idempotency key.
 */
export async function makeCopy(account: Account, copy: Copy): Promise<CopyStep> {
  const waiting = copy.body.items.filter((item) => item.state === 'waiting');
  if (waiting.length === 0) return made(account, copy, copy.body.target);
  if (copy.source === 'shopify') return makeAtSquare(account, copy, waiting);
  return copy.body.target === '' ? makeProduct(account, copy, waiting) : addToProduct(account, copy, waiting);
}

async function makeAtSquare(account: Account, copy: Copy, waiting: readonly CopyItem[]): Promise<CopyStep> {
  const { key, keyAt, target, productName, currency } = copy.body;
  if (account.host.now() - keyAt > KEY_TRUST_MS) return planAgain(account, copy);
  const request = {
    itemId: target,
    itemName: squareItemName(productName),
    variations: waiting.map((item) => ({
      name: squareVariationName(item.name),
      sku: item.sku,
      price: currency === '' ? '' : item.price,
      barcode: item.barcode,
      tracked: item.tracked,
    })),
    locationId: account.locationId('square'),
    currency,
    key,
  };
  const done = await retryWhenThrottled(() =>
    account.calls.square(unlessPaused(account, 'square', (client) => createVariations(client, request))),
  );
  return done.ok ? made(account, copy, done.value) : stopped(account, copy, done.error);
}

async function makeProduct(account: Account, copy: Copy, waiting: readonly CopyItem[]): Promise<CopyStep> {
  const { handle, productName } = copy.body;
  const locationId = account.locationId('shopify');
  const before = await account.calls.shopify((client) => findByHandle(client, handle));
  if (!before.ok) return stopped(account, copy, before.error);
  // An earlier attempt took effect although it got no answer.
  if (before.value.found !== null) return made(account, copy, before.value.found);
  const [only] = waiting;
  const plain = waiting.length === 1 && only !== undefined && isOnlyVariation(only.name, productName);
  const option = plain ? AUTOMATIC_OPTION : COPIED_OPTION;
  const values = plain ? [ONLY_VARIANT_VALUE] : optionValues(waiting, []);
  const variants = waiting.map((item, index) => newVariant(account, copy, item, [{ option, value: values[index] ?? item.sku }]));
  // A variant without a price would be given away, so such a product stays a draft until the merchant acts.
  const status = variants.every((variant) => variant.price !== '') ? 'ACTIVE' : 'DRAFT';
  const product = { title: shopifyTitle(productName), handle, options: [{ name: option, values }], variants, status } as const;
  const done = await retryWhenThrottled(() =>
    account.calls.shopify(unlessPaused(account, 'shopify', (client) => createProduct(client, product, locationId))),
  );
  if (!done.ok && done.error.kind !== 'refused') return stopped(account, copy, done.error);
  // A refusal may only say that an earlier request, which got no answer, has created it in between.
  const after = await account.calls.shopify((client) => findByHandle(client, handle));
  if (!after.ok) return stopped(account, copy, after.error);
  if (after.value.found !== null) return made(account, copy, after.value.found);
  return stopped(account, copy, done.ok ? { kind: 'failed', detail: 'the new product is not found' } : done.error);
}

async function addToProduct(account: Account, copy: Copy, waiting: readonly CopyItem[]): Promise<CopyStep> {
  const productId = copy.body.target;
  const locationId = account.locationId('shopify');
  const shape = await account.calls.shopify((client) => readOptions(client, productId));
  if (!shape.ok) return stopped(account, copy, shape.error);
  const { options } = shape.value;
  if (options === null) {
    // The product was deleted without our knowledge: once this is read, the plan no longer relies on it.
    const read = await account.snapshots.refresh({ products: [productId], items: [], squareCatalogue: false });
    return read.ok ? planAgain(account, copy) : stopped(account, copy, read.error);
  }
  const there = await account.calls.shopify((client) => readProducts(client, [productId], locationId));
  if (!there.ok) return stopped(account, copy, there.error);
  const skus = new Set(there.value.variants.map((variant) => variant.sku));
  const missing = waiting.filter((item) => !skus.has(item.sku));
  if (missing.length === 0) return made(account, copy, productId);
  const fitting = fitOptions(missing, options);
  const unfit = new Set(missing.filter((_, index) => fitting[index] === null).map((item) => item.sku));
  if (unfit.size > 0) {
    const problem = `The product on Shopify has ${options.length} options, and we could not match this variant to their values. Add it in Shopify.`;
    // The others are created in the next step.
    return refuse(account, copy, problem, (item) => unfit.has(item.sku));
  }
  const variants = missing.map((item, index) => newVariant(account, copy, item, fitting[index] ?? []));
  const done = await retryWhenThrottled(() =>
    account.calls.shopify(unlessPaused(account, 'shopify', (client) => addVariants(client, { productId, variants, locationId }))),
  );
  if (done.ok) return made(account, copy, productId);
  if (done.error.kind !== 'refused') return stopped(account, copy, done.error);
  // An earlier attempt may have arrived in between: Shopify then refuses the variants because they exist.
  const after = await account.calls.shopify((client) => readProducts(client, [productId], locationId));
  if (!after.ok) return stopped(account, copy, after.error);
  const found = new Set(after.value.variants.map((variant) => variant.sku));
  return missing.some((item) => found.has(item.sku)) ? { kind: 'next' } : stopped(account, copy, done.error);
}

function newVariant(account: Account, { body }: Copy, item: CopyItem, options: NewShopifyVariant['options']): NewShopifyVariant {
  return {
    options,
    sku: item.sku,
    price: body.currency === '' ? '' : item.price,
    barcode: account.records.settings().setBarcode ? item.sku : item.barcode,
    tracked: item.tracked,
    quantity: item.level === null ? null : item.written,
  };
}

/** Records that all waiting variants exist, with one history line. */
function made(account: Account, copy: Copy, target: string): CopyStep {
  account.sync.turn(() => {
    const { body } = account.copies.current(copy);
    for (const item of body.items) {
      if (item.state !== 'waiting' && item.state !== 'linked') continue;
      tell(account, item.sku, { kind: 'copied', side: otherSource(copy.source), quantity: item.level?.quantity ?? null, by: body.by });
    }
    const items = body.items.map((item): CopyItem => (item.state === 'waiting' ? { ...item, state: 'made' } : item));
    account.copies.save(account.copies.current(copy), { step: 'link', target, items, updated: account.host.now() });
  });
  return { kind: 'next' };
}

function stopped(account: Account, copy: Copy, failure: PlatformFailure): CopyStep {
  const side = otherSource(copy.source);
  if (failure.kind !== 'refused') return { kind: 'wait', side, failure };
  account.host.note(`a copy to ${side} was refused: ${failure.detail}`);
  return refuse(account, copy, `${sourceName(side)} did not accept it.`, () => true);
}

/** Gives up the waiting variants that `which` selects; the others still wait. */
function refuse(account: Account, copy: Copy, problem: string, which: (item: CopyItem) => boolean): CopyStep {
  const current = account.copies.current(copy);
  const items = current.body.items.map((item): CopyItem =>
    item.state === 'waiting' && which(item) ? { ...item, state: 'refused', problem } : item,
  );
  const step = items.some((item) => item.state === 'waiting') ? 'make' : 'link';
  account.copies.save(current, { step, items, updated: account.host.now() });
  return { kind: 'next' };
}
