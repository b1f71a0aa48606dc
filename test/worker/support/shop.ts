import { env } from 'cloudflare:test';
import { expect } from 'vitest';

import { servicesOf } from '../../../src/worker/http/middleware';
import type { Services } from '../../../src/worker/runtime/services';
import { APP, Browser, control } from './browser';

/** A shop that has signed in, with its Square seller if one is given. */
export interface OpenShop {
  readonly browser: Browser;
  readonly accountId: string;
}

/** Signs in a shop of the sandbox, which must approve automatically, and connects its Square seller ('' for none). */
export async function openShop(shop: string, seller: string): Promise<OpenShop> {
  const browser = new Browser();
  await browser.open(`${APP}/shopify/oauthRequest?shop=${shop}`);
  if (seller !== '') {
    await control('config', 'PUT', { squareSeller: seller });
    await browser.open(`${APP}/square/oauthRequest`);
  }
  const session = await browser.call<{ account_id: string; shopify_domain: string }>('sh.Session/GetSessionData');
  expect(session.shopify_domain).toBe(`${shop}.myshopify.com`);
  return { browser, accountId: session.account_id };
}

/** Every generated catalog contains this SKU. */
export const SOLD_SKU = 'GEN-000001';

/** Sells one unit at the demo shop, outside the product. */
export async function sell(platform: 'shopify' | 'square'): Promise<void> {
  await control('change', 'POST', { platform, sku: SOLD_SKU, delta: -1 });
}

/** The services that the Worker under test itself uses. */
export function servicesUnderTest(): Services {
  const services = servicesOf(env);
  if (!('db' in services)) throw new Error(services.join('; '));
  return services;
}
