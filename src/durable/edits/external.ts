import { ok, refuse, type Answer, type Result } from '../../domain/result';
import { sourceName, type Source } from '../../domain/source';
import type { ExternalPage, ExternalProduct, ExternalVariant } from '../../platforms/external';
import type { PlatformFailure } from '../../platforms/failure';
import { listShopifyVariants, readExternalShopifyVariant, readShopifyProduct } from '../../platforms/shopify/external';
import { listSquareVariations, readSquareItem, readSquareVariation } from '../../platforms/square/external';
import type { Account } from '../account/account';
import { refusal } from '../account/calls';

/** Returns a page of a platform's own variants. */
export async function externalItems(
  account: Account,
  source: Source,
  request: { cursor: string; limit: number },
): Promise<Answer<ExternalPage>> {
  const page =
    source === 'shopify'
      ? await account.calls.shopify((client) => listShopifyVariants(client, request))
      : await account.calls.square((client) => listSquareVariations(client, request));
  if (page.ok) return page;
  if (page.error.kind === 'refused' && request.cursor !== '') {
    return refuse('invalid_argument', `${sourceName(source)} does not know this cursor, or it has expired. Start with the first page.`);
  }
  return refusal(source, page.error);
}

/** Returns one product of a platform by ID. */
export async function externalProduct(account: Account, source: Source, id: string): Promise<Answer<ExternalProduct>> {
  if (source === 'square') return present(source, await account.calls.square((client) => readSquareItem(client, id)));
  const read = await account.calls.shopify((client) => readShopifyProduct(client, id));
  return present(source, read.ok ? ok(read.value.found) : read);
}

/** Returns one variant of a platform by ID, with its stock at every location. */
export async function externalVariant(account: Account, source: Source, id: string): Promise<Answer<ExternalVariant>> {
  if (source === 'square') return present(source, await account.calls.square((client) => readSquareVariation(client, id)));
  const read = await account.calls.shopify((client) => readExternalShopifyVariant(client, id));
  return present(source, read.ok ? ok(read.value.found) : read);
}

function present<T>(source: Source, read: Result<T | null, PlatformFailure>): Answer<T> {
  if (!read.ok) return refusal(source, read.error);
  return read.value === null ? refuse('not_found', `${sourceName(source)} has no such item with this id.`) : ok(read.value);
}
