import { env } from 'cloudflare:test';
import { expect } from 'vitest';

import { servicesOf } from '../../../src/worker/middleware';
import type { Services } from '../../../src/worker/services';
import { APP, Browser, control } from './browser';

/** A shop that has come in, with its Square seller where one is named. */
export interface OpenShop {
  readonly browser: Browser;
  readonly accountId: string;
}

/** Signs a shop of the sandbox in, which must approve by itself, and connects its Square seller ('' for none). */
export async function openShop(shop: string, seller: string): Promise<OpenShop> {
  const browser = new Browser();
  await browser.open(`${APP}/shopify/oauthRequest?shop=${shop}`);
  if (seller !== '') {
    await control('config', 'PUT', { squareSeller: seller });
    await browser.open(`${APP}/square/oauthRequest`);
  }
  const session = await browser.call('sh.Session/GetSessionData');
  expect(session).toMatchObject({ shopify_domain: `${shop}.myshopify.com` });
  return { browser, accountId: textOf(session, 'account_id') };
}

/** The text under a name of an answer. */
export function textOf(answer: unknown, name: string): string {
  const value: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
  expect(value).toBeTypeOf('string');
  return String(value);
}

/** The services that the Worker under test itself works with. */
export function servicesUnderTest(): Services {
  const services = servicesOf(env);
  if (!('db' in services)) throw new Error(services.join('; '));
  return services;
}
