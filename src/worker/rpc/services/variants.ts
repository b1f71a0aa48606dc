import { ok } from '../../../domain/result';
import type { IVariantsClient } from '../../../gen/sh/variants_pb.client';
import { signedIn, unavailable, type Handlers } from '../handler';
import { readSource } from '../present/arguments';
import { readPlatformId } from '../present/ids';
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

  saveSku: unavailable,
  getSyncableProductVariants: unavailable,
  syncVariants: unavailable,
  saveProductToShopify: unavailable,
};
