import { ok } from '../../../domain/result';
import type { IVariantsClient } from '../../../gen/sh/variants_pb.client';
import { signedIn, unavailable, type Handlers } from '../handler';
import { readSource } from '../present/arguments';
import { editorOf } from '../present/editor';
import { readOptionalId, readPlatformId } from '../present/ids';
import { toJoinedVariant } from '../present/variants';

/** sh.Variants: one variant. */
export const variantsHandlers: Handlers<IVariantsClient> = {
  getVariantDetail: signedIn(async ({ account }, input) => {
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    const id = readPlatformId('variant_id', source.value, 'ProductVariant', input.variantId);
    if (!id.ok) return id;
    const detail = await account.variantDetail(source.value, id.value);
    return detail.ok ? ok(toJoinedVariant(detail.value)) : detail;
  }),

  saveSku: signedIn(async ({ account, session }, input) => {
    const shopifyVariantId = readOptionalId('shopify_variant_id', 'shopify', input.shopifyVariantId);
    if (!shopifyVariantId.ok) return shopifyVariantId;
    const squareVariationId = readOptionalId('square_variant_id', 'square', input.squareVariantId);
    if (!squareVariationId.ok) return squareVariationId;
    const saved = await account.saveSku({
      sku: input.sku,
      shopifyVariantId: shopifyVariantId.value,
      squareVariationId: squareVariationId.value,
      by: editorOf(session),
    });
    return saved.ok ? ok({}) : saved;
  }),

  generateSku: signedIn(async ({ account }) => {
    const sku = await account.generateSku();
    return sku.ok ? ok({ sku: sku.value }) : sku;
  }),

  getSyncableProductVariants: unavailable,
  syncVariants: unavailable,
  saveProductToShopify: unavailable,
};
