import type { InboundEvent } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';

/**
 * What this isolate knows of products that have nothing new to say. Shopify sends `products/update` with every change of
 * stock, and most of them state what the account has heard before: those need not be carried to its object. Losing the
 * memory costs calls and nothing else; no event of any other kind is ever looked for in it.
 */
export interface ProductMemory {
  /** Whether the account is known to have heard just this of the product, and to know its catalogue as it did then. */
  hasHeard(accountId: number, product: SaidProduct, now: Instant): boolean;
  /** The account has answered an event that was handed to it at `askedAt`. `catalogue`: see `Ingested`; null when it says nothing. */
  learn(accountId: number, product: SaidProduct | null, answer: { readonly catalogue: string | null; readonly askedAt: Instant }): void;
}

/** A product and a digest of all that a webhook states of it. */
export interface SaidProduct {
  readonly id: string;
  readonly digest: string;
}

/**
 * How long an account's word on its catalogue holds for an isolate, in ms. Whoever changes a product and changes it back within
 * this time, the first by another isolate, may be heard once only: the product's next change of stock, at the latest the daily
 * snapshot, puts that right. SKUs and what is deleted are told by other webhooks as well, which all arrive.
 */
const FRESH_MS = 30_000;

/** What an event states of a product; null for every event but a `products/update` that says enough. */
export async function saidOf(event: InboundEvent): Promise<SaidProduct | null> {
  if (event.kind !== 'product' || event.deleted || event.stated === null) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(event.stated))));
  return { id: event.productId, digest: btoa(String.fromCodePoint(...bytes)) };
}

/** A memory of at most so many products and accounts; those not heard of for longest go first. */
export function createProductMemory(capacity: { readonly products: number; readonly accounts: number }): ProductMemory {
  const accounts = new Map<number, { readonly catalogue: string | null; readonly askedAt: Instant }>();
  const products = new Map<string, { readonly catalogue: string; readonly digest: string }>();
  return {
    hasHeard: (accountId, product, now) => {
      const account = accounts.get(accountId);
      if (account === undefined || account.catalogue === null || now - account.askedAt > FRESH_MS) return false;
      const heard = products.get(keyOf(accountId, product));
      return heard?.digest === product.digest && heard.catalogue === account.catalogue;
    },
    learn: (accountId, product, { catalogue, askedAt }) => {
      // Answers may come back in another order than they were asked for: the later question counts.
      if ((accounts.get(accountId)?.askedAt ?? 0) <= askedAt) put(accounts, accountId, { catalogue, askedAt }, capacity.accounts);
      if (product === null) return;
      if (catalogue === null) products.delete(keyOf(accountId, product));
      else put(products, keyOf(accountId, product), { catalogue, digest: product.digest }, capacity.products);
    },
  };
}

const keyOf = (accountId: number, product: SaidProduct): string => `${accountId}:${product.id}`;

function put<K, V>(map: Map<K, V>, key: K, value: V, capacity: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > capacity ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}
