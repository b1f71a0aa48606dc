import { separateAmong, type SeparatePair } from '../../../db/separate-pairs';
import { MAX_SKU } from '../../../domain/catalog/sku';
import { ok, refuse } from '../../../domain/result';
import type { AccountApi } from '../../../durable/api/account-api';
import type { IVariantsClient } from '../../../gen/sh/variants_pb.client';
import { enqueueAfterwards } from '../../runtime/task-queue';
import { reads, writes } from '../audit';
import { signedIn, type Methods } from '../method';
import { readSource, readText } from '../present/arguments';
import { readBulkKey } from '../present/bulk-changes';
import { toCopy } from '../present/copies';
import { editorOf } from '../present/editor';
import { readOptionalId, readPlatformId } from '../present/ids';
import { readKey } from '../present/leveling';
import { toJoinedVariant, toLinkCandidate, toVariant } from '../present/variants';
import { linkMethods } from './links';

/** Variants that a page of unmatched ones is chosen from. */
const UNMATCHED_PAGE = 1_000;

/** Most candidates shown for a variant. */
const MOST_CANDIDATES = 5;

/** sh.Variants: one variant. */
export const variantsMethods: Methods<IVariantsClient> = {
  ...linkMethods,

  getVariantDetail: signedIn('entitled', reads('caller'), async ({ account }, input) => {
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    const id = readPlatformId('variant_id', source.value, 'ProductVariant', input.variantId);
    if (!id.ok) return id;
    const detail = await account.variantDetail(source.value, id.value);
    return detail.ok ? ok(toJoinedVariant(detail.value)) : detail;
  }),

  getLinkCandidates: signedIn('entitled', reads('caller'), async ({ account, session, services }, input) => {
    const key = readKey('id', input.id);
    if (!key.ok) return key;
    const found = await account.linkCandidates(key.value);
    if (!found.ok) return found;
    const separate = found.value.length === 0 ? [] : await separateAmong(services.db, session.account.id, found.value);
    const candidates = found.value.filter((one) => !separate.some((pair) => isSamePair(pair, one)));
    return ok({ candidates: candidates.slice(0, MOST_CANDIDATES).map(toLinkCandidate) });
  }),

  getUnmatchedVariants: signedIn('entitled', reads('caller'), async ({ account }, input) => {
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    if (input.page < 0) return refuse('invalid_argument', 'page must not be negative.');
    const page = await account.inventory({
      view: `${source.value}_only`,
      query: '',
      limit: UNMATCHED_PAGE,
      page: input.page,
      sort: { column: 'name', descending: false },
    });
    if (!page.ok) return page;
    const variants = page.value.variants.flatMap(({ [source.value]: side }) => (side === null ? [] : [toVariant(side)]));
    return ok({ variants, hasNextPage: page.value.hasNextPage });
  }),

  saveSku: signedIn('entitled', writes('caller'), async ({ account, session }, input) => {
    const shopifyVariantId = readOptionalId('shopify_variant_id', 'shopify', input.shopifyVariantId);
    if (!shopifyVariantId.ok) return shopifyVariantId;
    const squareVariationId = readOptionalId('square_variant_id', 'square', input.squareVariantId);
    if (!squareVariationId.ok) return squareVariationId;
    const bulkKey = readBulkKey('bulk_key', input.bulkKey);
    if (!bulkKey.ok) return bulkKey;
    const saved = await account.saveSku({
      sku: input.sku,
      shopifyVariantId: shopifyVariantId.value,
      squareVariationId: squareVariationId.value,
      by: editorOf(session),
      ...(bulkKey.value === '' ? {} : { bulkKey: bulkKey.value }),
    });
    return saved.ok ? ok({}) : saved;
  }),

  generateSku: signedIn('entitled', reads('caller'), async ({ account }) => {
    const sku = await account.generateSku();
    return sku.ok ? ok({ sku: sku.value }) : sku;
  }),

  getSyncableProductVariants: signedIn('entitled', reads('caller'), async ({ account }, input) => {
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    const id = readPlatformId('product_id', source.value, 'Product', input.productId);
    if (!id.ok) return id;
    const found = await account.syncableVariants(source.value, id.value);
    if (!found.ok) return found;
    const [shopifyLocationId, squareLocationId] = await pairedLocations(account);
    const variants = found.value.map((variant) => toJoinedVariant({ variant, shopifyLocationId, squareLocationId }));
    return ok({ total: variants.length, variants });
  }),

  syncVariants: signedIn('entitled', writes('caller'), async ({ account, session, services }, input) => {
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    const id = readPlatformId('variant_id', source.value, 'ProductVariant', input.variantId);
    if (!id.ok) return id;
    const started = await account.startCopy({ source: source.value, variantId: id.value, by: editorOf(session) });
    if (!started.ok) return started;
    await enqueueAfterwards(services, 'copy', session.account.id, source.value);
    return ok({});
  }),

  saveProductToShopify: signedIn('entitled', writes('caller'), async ({ account, session, services }, input) => {
    const sku = readText('id', input.id, MAX_SKU);
    if (!sku.ok) return sku;
    const started = await account.startCopyOfSku(sku.value, editorOf(session));
    if (!started.ok) return started;
    await enqueueAfterwards(services, 'copy', session.account.id, 'square');
    return ok({});
  }),

  getCopies: signedIn('entitled', reads('caller'), async ({ account }) => ok({ copies: (await account.copies()).map(toCopy) })),
};

/** Returns the paired locations' platform ids, Shopify's first; '' without a pair. */
async function pairedLocations(account: AccountApi): Promise<readonly [string, string]> {
  const [pair] = (await account.locations()).synced;
  return pair === undefined ? ['', ''] : [pair.shopify.sourceId, pair.square.sourceId];
}

function isSamePair(one: SeparatePair, other: SeparatePair): boolean {
  return one.shopifyId === other.shopifyId && one.squareId === other.squareId;
}
