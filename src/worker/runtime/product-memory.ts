import type { AccountId } from '../../domain/account/account-id';
import type { InboundEvent } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';

/**
 * What this isolate knows of products whose webhooks contain nothing new. Shopify sends `products/update` with every change of stock, and
 * most of them repeat what the account has already processed: those need not go to its object. Losing this memory only costs calls; events
 * of other kinds are never looked up in it.
 */
export interface ProductMemory {
  /** Whether the account has already processed exactly this product state, with its catalog unchanged since. */
  hasHeard(accountId: AccountId, product: SaidProduct, now: Instant): boolean;
  /**
   * Stores that the account has answered an event that was sent to it at `askedAt`. `catalogue`: see `Ingested`; null when it states none.
   */
  learn(accountId: AccountId, product: SaidProduct | null, answer: { readonly catalogue: string | null; readonly askedAt: Instant }): void;
}

/** A product and a digest of everything that a webhook states about it. */
export interface SaidProduct {
  readonly id: string;
  readonly digest: string;
}

/**
 * How long an account's catalog version holds for an isolate, in ms. If a product is changed and changed back within this time, the first
 * change through another isolate, the second may be missed: the product's next change of stock, or at the latest the daily snapshot,
 * corrects that. SKU changes and deletions also arrive as other webhooks, which are all delivered.
 */
const FRESH_MS = 30_000;

/** Returns what an event states about a product; null for every event but a `products/update` with enough fields. */
export async function saidOf(event: InboundEvent): Promise<SaidProduct | null> {
  if (event.kind !== 'product' || event.deleted || event.stated === null) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(event.stated))));
  return { id: event.productId, digest: btoa(String.fromCodePoint(...bytes)) };
}

/** Creates a memory of at most this many products and accounts; it drops the least recently seen first. */
export function createProductMemory(capacity: { readonly products: number; readonly accounts: number }): ProductMemory {
  const accounts = new Map<AccountId, { readonly catalogue: string | null; readonly askedAt: Instant }>();
  const products = new Map<string, { readonly catalogue: string; readonly digest: string }>();
  return {
    hasHeard: (accountId, product, now) => {
      const account = accounts.get(accountId);
      if (account === undefined || account.catalogue === null || now - account.askedAt > FRESH_MS) return false;
      const heard = products.get(keyOf(accountId, product));
      return heard?.digest === product.digest && heard.catalogue === account.catalogue;
    },
    learn: (accountId, product, { catalogue, askedAt }) => {
      // Answers may arrive in another order than their requests: the later request counts.
      if ((accounts.get(accountId)?.askedAt ?? 0) <= askedAt) put(accounts, accountId, { catalogue, askedAt }, capacity.accounts);
      if (product === null) return;
      if (catalogue === null) products.delete(keyOf(accountId, product));
      else put(products, keyOf(accountId, product), { catalogue, digest: product.digest }, capacity.products);
    },
  };
}

const keyOf = (accountId: AccountId, product: SaidProduct): string => `${accountId}:${product.id}`;

function put<K, V>(map: Map<K, V>, key: K, value: V, capacity: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > capacity ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}
