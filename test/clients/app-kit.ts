import type { Json, RunningSandbox } from './running-sandbox';
import { ADJUST, at, DEMO, installApp, shopifyKit } from './shopify-kit';
import { LOCATION, OUTSIDE } from './square-kit';

/** What a client sees of one request: an answer, or that there was no readable one. */
export type Seen =
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'broken'; readonly timedOut: boolean };

/** The app as one platform sees it: how it writes stock, reads, and how its variants are identified. */
export interface AppSide {
  /** The platform's own id of a SKU's stock. */
  stockId(sku: string): Promise<string>;
  /** Moves stock: one request with one change for each stock id. */
  write(key: string, delta: number, stockIds: readonly string[], timeoutMs?: number): Promise<Seen>;
  /** A request that changes no stock. */
  read(timeoutMs?: number): Promise<Seen>;
  /** The units of a stock id as the app reads them; null if the read is not answered with them. */
  units(stockId: string): Promise<number | null>;
}

async function send(address: string, headers: Readonly<Record<string, string>>, body: unknown, timeoutMs = 20_000): Promise<Seen> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body), signal };
    const answer = await fetch(address, init);
    const text = await answer.text();
    try {
      return { kind: 'answer', status: answer.status, body: JSON.parse(text) };
    } catch {
      // If the connection breaks before the headers are sent, the sandbox's own server reports it as text.
      const broken = answer.ok || text.includes('Network connection lost');
      return broken ? { kind: 'broken', timedOut: false } : { kind: 'answer', status: answer.status, body: text };
    }
  } catch {
    return { kind: 'broken', timedOut: signal.aborted };
  }
}

const numberOr = (value: unknown) => (value === undefined || value === null ? null : Number(value));

/** Installs the app at Shopify; the faults apply to its requests. */
export async function shopifyApp(sandbox: RunningSandbox): Promise<AppSide> {
  const outside = shopifyKit(sandbox);
  const token = String((await installApp(sandbox))['access_token']);
  const locationId = await outside.location();
  const ask = (body: Json, timeoutMs?: number): Promise<Seen> =>
    send(`${sandbox.origin}${DEMO}/admin/api/2026-07/graphql.json`, { 'x-shopify-access-token': token }, body, timeoutMs);
  return {
    stockId: async (sku) => (await outside.variant(sku)).item,
    write: (key, delta, stockIds, timeoutMs) => {
      const changes = stockIds.map((inventoryItemId) => ({ inventoryItemId, locationId, delta, changeFromQuantity: null }));
      const input = { name: 'available', reason: 'correction', changes };
      return ask({ query: ADJUST, variables: { input, key } }, timeoutMs);
    },
    read: (timeoutMs) => ask({ query: '{ shop { id } }' }, timeoutMs),
    units: async (id) => {
      const query = `query Units($id: ID!, $at: ID!) { inventoryItem(id: $id) { inventoryLevel(locationId: $at) { quantities(names: ["available"]) { quantity } } } }`;
      const seen = await ask({ query, variables: { id, at: locationId } });
      const path = ['body', 'data', 'inventoryItem', 'inventoryLevel', 'quantities', 0, 'quantity'];
      return numberOr(at(seen, ...path));
    },
  };
}

async function squareToken(sandbox: RunningSandbox) {
  const { SQUARE_CLIENT_ID: id = '', SQUARE_CLIENT_SECRET: secret = '' } = sandbox.secrets;
  const scope = encodeURIComponent('MERCHANT_PROFILE_READ ITEMS_READ INVENTORY_READ INVENTORY_WRITE');
  const consent = await sandbox.call('POST', `/square/oauth2/authorize?client_id=${id}&scope=${scope}`, 'answer=allow&seller=MLDEMO', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  const code = new URL(consent.headers.get('location') ?? '').searchParams.get('code');
  const grant = { client_id: id, client_secret: secret, grant_type: 'authorization_code', code };
  return String((await sandbox.call('POST', '/square/oauth2/token', grant)).body['access_token']);
}

/** Connects the app to Square; the faults apply to its requests. */
export async function squareApp(sandbox: RunningSandbox): Promise<AppSide> {
  const headers = { authorization: `Bearer ${await squareToken(sandbox)}` };
  const occurredAt = new Date(Date.now() - 1000).toISOString();
  return {
    stockId: async (sku) => {
      const query = { exact_query: { attribute_name: 'sku', attribute_value: sku } };
      const found = await sandbox.call('POST', '/square/v2/catalog/search', { object_types: ['ITEM_VARIATION'], query }, OUTSIDE);
      return String(at(found.body, 'objects', 0, 'id'));
    },
    write: (key, delta, stockIds, timeoutMs) => {
      const states = delta < 0 ? { from_state: 'IN_STOCK', to_state: 'SOLD' } : { from_state: 'NONE', to_state: 'IN_STOCK' };
      const changes = stockIds.map((id) => ({
        type: 'ADJUSTMENT',
        adjustment: {
          catalog_object_id: id,
          ...states,
          to_location_id: LOCATION,
          quantity: String(Math.abs(delta)),
          occurred_at: occurredAt,
        },
      }));
      return send(`${sandbox.square}/v2/inventory/changes/batch-create`, headers, { idempotency_key: key, changes }, timeoutMs);
    },
    read: (timeoutMs) =>
      send(`${sandbox.square}/v2/inventory/counts/batch-retrieve`, headers, { location_ids: [LOCATION], limit: 1 }, timeoutMs),
    units: async (id) => {
      const body = { location_ids: [LOCATION], catalog_object_ids: [id], states: ['IN_STOCK'] };
      const seen = await send(`${sandbox.square}/v2/inventory/counts/batch-retrieve`, headers, body);
      return numberOr(at(seen, 'body', 'counts', 0, 'quantity'));
    },
  };
}
