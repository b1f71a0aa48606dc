import { createHmac } from 'node:crypto';

import { round, seeded, skuOf, sum, type Finding } from './measure';
import type { World } from './runtime';
import { writesOf, type Timeline } from './sales';

export interface Recorded {
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Measures P4 and P21: delivers all webhooks of a hundred sales again, out of order and twice; then with invalid signatures. */
export async function repeated(world: World, time: Timeline, variants: number): Promise<Finding[]> {
  const { account } = world;
  const random = seeded(4);
  await world.ask('record');
  const sales = Array.from({ length: 100 }, (_, index) => ({
    platform: random() < 0.5 ? 'shopify' : 'square',
    // Few variants, so that old webhooks carry quantities other than the current ones.
    sku: skuOf(1 + Math.floor(random() * Math.min(20, variants))),
    delta: -1,
    at: time.now + (index + 1) * 2_000,
  }));
  await world.counts();
  await world.ask('sell', { account, sales });
  time.now += 300_000;
  await world.ask('advance', { account, at: time.now });
  const first = writesOf(await world.counts());
  const webhooks = await world.ask<Recorded[]>('record');
  const again = [...webhooks, ...webhooks].map((webhook) => ({ webhook, place: random() })).sort((a, b) => a.place - b.place);
  await world.ask('deliver', { webhooks: again.map(({ webhook }) => webhook) });
  await world.ask('settle');
  time.now += 300_000;
  await world.ask('advance', { account, at: time.now });
  await world.ask('settle');
  const extra = writesOf(await world.counts());
  const beyond = Math.max(0, first - sales.length);
  const replayed: Finding = {
    id: 'P4',
    value: extra + beyond,
    note: `${first} writes for ${sales.length} sales; then ${again.length} webhooks delivered again in another order`,
  };
  return [replayed, await forged(world, webhooks)];
}

async function forged(world: World, webhooks: readonly Recorded[]): Promise<Finding> {
  await world.counts();
  const wrong = webhooks.map((webhook) => ({ ...webhook, body: webhook.body.replace('}', ' }') }));
  const statuses = await world.ask<number[]>('deliver', { webhooks: wrong });
  await world.ask('settle');
  const { calls, d1, queue, read, written } = await world.counts();
  const touched = sum(Object.values(calls)) + d1.calls + queue + read + written;
  const accepted = statuses.filter((status) => status !== 401).length;
  return { id: 'P21', value: touched + accepted, note: `${statuses.length} forged webhooks of both platforms` };
}

/**
 * Measures P20: new levels of every variant, signed as Shopify signs them. Nothing is sent to the other side meanwhile, so only the
 * ingestion is measured.
 */
export async function ingest(world: World): Promise<Finding> {
  const { account, secrets } = world;
  const pairs = await world.ask<{ itemId: string }[]>('pairs', { account });
  const location = await locationOf(world, 'shopify');
  const settings = await world.call<object>('settings');
  await world.call('saveSettings', { ...settings, autoSync: false });
  const webhooks = Array.from({ length: 4_000 }, (_, index): Recorded => {
    const itemId = pairs[index % pairs.length]?.itemId ?? '';
    const available = 50 + Math.floor(index / pairs.length);
    return levelWebhook(secrets, { itemId, location, available, at: Date.now() + 400 * 86_400_000 + index });
  });
  const { product, bare, refused } = await world.ask<{ product: number; bare: number; refused: number }>('storm', { webhooks });
  if (refused > 0) throw new Error(`${refused} of the signed webhooks were refused`);
  const perSecond = Math.round((1_000 * webhooks.length) / product);
  return {
    id: 'P20',
    value: perSecond,
    shown: `${perSecond}/s`,
    note: `a bare object that writes one row a call took ${Math.round((1_000 * webhooks.length) / bare)}/s in the same run (${round(product / bare)} times)`,
  };
}

/** A level that Shopify reports; `at`: when it last changed, in ms. */
export interface ReportedLevel {
  readonly itemId: string;
  readonly location: string;
  /** Whole units. */
  readonly available: number;
  readonly at: number;
}

/** Returns a signed webhook of the demo shop that reports a level. */
export function levelWebhook(secrets: World['secrets'], { itemId, location, available, at }: ReportedLevel): Recorded {
  const body = JSON.stringify({
    inventory_item_id: Number(itemId),
    location_id: Number(location),
    available,
    updated_at: new Date(at).toISOString(),
  });
  const signature = createHmac('sha256', secrets['SHOPIFY_CLIENT_SECRET'] ?? '')
    .update(body)
    .digest('base64');
  const headers: [string, string][] = [
    ['content-type', 'application/json'],
    ['x-shopify-topic', 'inventory_levels/update'],
    ['x-shopify-shop-domain', 'demo.myshopify.com'],
    ['x-shopify-hmac-sha256', signature],
  ];
  return { path: '/webhooks/shopify', headers, body };
}

/** Returns the paired location's id on a platform. */
export async function locationOf(world: World, source: 'shopify' | 'square'): Promise<string> {
  const view = await world.call<{ all: { source: string; sourceId: string }[] }>('locations');
  return view.all.find((location) => location.source === source)?.sourceId ?? '';
}
