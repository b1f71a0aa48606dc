import type { Browser } from 'playwright-core';

import { startApp } from '../../../scripts/app-process';
import { setUp, signIn, snapshotsDone } from '../../../scripts/merchant';
import { openWindow, type Visit } from './browser';

export type App = Awaited<ReturnType<typeof startApp>>;
export type Merchant = Awaited<ReturnType<typeof signIn>>;

/** Starts the app with a merchant who is connected, paired, and subscribed, and whose snapshots are complete. */
export async function startMerchant(options?: Parameters<typeof startApp>[0]): Promise<{ app: App; merchant: Merchant }> {
  const app = await startApp(options);
  try {
    return { app, merchant: await settle(app) };
  } catch (error) {
    await app.kill();
    throw error;
  }
}

/** Signs a merchant in and sets the account up, until both snapshots are complete. */
export async function settle(app: App): Promise<Merchant> {
  const merchant = await signIn(app);
  await setUp(app, merchant);
  await snapshotsDone(merchant);
  return merchant;
}

/** Opens a window in which this person is signed in. */
export async function openAs(browser: Browser, person: Merchant, options?: Parameters<typeof openWindow>[1]): Promise<Visit> {
  const visit = await openWindow(browser, options);
  await visit.context.addCookies(person.cookies());
  return visit;
}

/** A variant of the inventory list. */
interface Listed {
  readonly sku: string;
  readonly shopify_id: string;
  readonly square_id: string;
  readonly shopify_quantity: number;
}

/** Returns the variants in sync of the first products. */
export async function variantsInSync(merchant: Merchant, limit = 1): Promise<readonly Listed[]> {
  const { products } = (await merchant.rpc('sh.Inventory/GetInventory', { view: 'in_sync', table: { limit } })) as {
    products: { variants: Listed[] }[];
  };
  return products.flatMap(({ variants }) => variants);
}
