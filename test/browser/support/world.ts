import { changeStock, stockOf } from '../../../scripts/merchant';
import type { Addresses } from './sign-in';

type Platform = 'shopify' | 'square';

/** Resets the sandbox to `variants` generated variants on both platforms, in sync, 100 of each. Returns their SKUs, in order. */
export async function generateWorld(app: Addresses, variants: number, seed = 1): Promise<string[]> {
  const response = await fetch(`${app.sandbox}/control/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ catalogue: { variants, seed } }),
  });
  if (!response.ok) throw new Error(`the sandbox did not begin again: ${response.status} ${await response.text()}`);
  return Array.from({ length: variants }, (_, index) => `GEN-${String(index + 1).padStart(6, '0')}`);
}

/** The requests that were made with the app's tokens, each once. */
export interface Calls {
  readonly shopify: Readonly<Record<string, number>>;
  readonly square: Readonly<Record<string, number>>;
  /** Webhooks that each platform has sent; a failure is an attempt without an acknowledging answer. */
  readonly webhooks: Readonly<Record<Platform, { readonly sent: number; readonly delivered: number; readonly failed: number }>>;
}

/** The calls since the last `forgetCalls`. */
export async function callsOf(app: Addresses): Promise<Calls> {
  const response = await fetch(`${app.sandbox}/control/calls`);
  return (await response.json()) as Calls;
}

/** Resets the counts. */
export async function forgetCalls(app: Addresses): Promise<void> {
  await fetch(`${app.sandbox}/control/calls`, { method: 'DELETE' });
}

/** Writes of stock among the calls. */
export function writesOf(calls: Calls): number {
  return (calls.shopify['inventoryAdjustQuantities'] ?? 0) + (calls.square['POST /v2/inventory/changes/batch-create'] ?? 0);
}

/** One change from outside the app. */
export interface Sale {
  readonly platform: Platform;
  readonly sku: string;
  readonly delta: number;
}

/** `count` sales of one or two, spread evenly over SKUs and both sides. */
export function salesOver(skus: readonly string[], count: number): Sale[] {
  return Array.from({ length: count }, (_, index) => ({
    platform: index % 2 === 0 ? 'square' : 'shopify',
    sku: skus[(index * 7) % skus.length] ?? '',
    delta: index % 5 === 0 ? -2 : -1,
  }));
}

/** The expected stock of each SKU on both sides, starting from 100. */
export function expectedStock(skus: readonly string[], sales: readonly Sale[]): Map<string, number> {
  const expected = new Map(skus.map((sku) => [sku, 100]));
  for (const { sku, delta } of sales) expected.set(sku, (expected.get(sku) ?? 0) + delta);
  return expected;
}

/** Makes the sales, `lanes` of them at a time. */
export async function sell(app: Addresses, sales: readonly Sale[], lanes = 4): Promise<void> {
  const queue = [...sales];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let sale = queue.shift(); sale !== undefined; sale = queue.shift()) await changeStock(app, sale);
    }),
  );
}

/** The SKUs whose stock is not what is expected on both sides, with what they have. */
export async function differences(app: Addresses, expected: ReadonlyMap<string, number>): Promise<string[]> {
  const wrong: string[] = [];
  for (const [sku, units] of expected) {
    const stock = await stockOf(app, sku);
    if (stock.shopify !== units || stock.square !== units) {
      wrong.push(`${sku}: Shopify ${String(stock.shopify)}, Square ${String(stock.square)}, expected ${units}`);
    }
  }
  return wrong;
}
