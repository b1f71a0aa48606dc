import { signWebhook } from '../../../sandbox/square/events';
import { writeInstant } from '../../../sandbox/square/instant';
import { writeQuantity } from '../../../sandbox/square/quantity';
import { SECRETS } from './cloud';
import { ADDRESSES, type WireRequest } from './network';
import { readJson } from './reading';
import type { MemoryDatabase } from './shims/sqlite';

/**
 * Builds the body of webhooks at the moment of delivery: they carry the level at that time, not at the time of the event. Signs them again,
 * as the platform does.
 */
export class LateWebhooks {
  readonly #sandbox: MemoryDatabase;

  constructor(sandbox: MemoryDatabase) {
    this.#sandbox = sandbox;
  }

  /** Returns the request with the current level in it; unchanged when it carries no level. */
  async assemble(request: WireRequest): Promise<WireRequest> {
    const isShopify = request.url.endsWith('/webhooks/shopify');
    const body = isShopify ? this.#shopifyBody(request.body) : this.#squareBody(request.body);
    if (body === null) return request;
    const headers = new Headers(request.headers);
    if (isShopify) headers.set('x-shopify-hmac-sha256', await signShopify(body));
    else
      headers.set(
        'x-square-hmacsha256-signature',
        await signWebhook(SECRETS.SQUARE_WEBHOOK_KEY, `${ADDRESSES.webhooks}/webhooks/square`, body),
      );
    return { ...request, headers, body };
  }

  #shopifyBody(text: string): string | null {
    const body = readJson<{ inventory_item_id?: number; location_id?: number; updated_at?: string }>(text);
    if (typeof body.inventory_item_id !== 'number' || typeof body.updated_at !== 'string') return null;
    const { rows } = this.#sandbox.run('select available, updated_at from shopify_level where item_id = ? and location_id = ?', [
      body.inventory_item_id,
      body.location_id ?? 0,
    ]);
    const [row] = rows;
    if (row === undefined) return null;
    return JSON.stringify({ ...body, available: row['available'], updated_at: atOffset(body.updated_at, Number(row['updated_at'])) });
  }

  #squareBody(text: string): string | null {
    const body = readJson<{ data?: { object?: { inventory_counts?: Record<string, unknown>[] } } }>(text);
    const counts = body.data?.object?.inventory_counts;
    if (counts === undefined) return null;
    const present = counts.map((count) => {
      const { rows } = this.#sandbox.run(
        'select quantity, calculated_at from square_count where variation = ? and location = ? and state = ?',
        [count['catalog_object_id'], count['location_id'], count['state']],
      );
      const [row] = rows;
      return row === undefined
        ? count
        : { ...count, quantity: writeQuantity(Number(row['quantity'])), calculated_at: writeInstant(Number(row['calculated_at'])) };
    });
    return JSON.stringify({ ...body, data: { ...body.data, object: { inventory_counts: present } } });
  }
}

/** Formats a time in whole seconds with the offset of another text. */
function atOffset(like: string, ms: number): string {
  const offset = /(?:Z|[+-]\d\d:\d\d)$/u.exec(like)?.[0] ?? 'Z';
  const minutes = offset === 'Z' ? 0 : Number(`${offset[0] ?? '+'}1`) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6)));
  const local = new Date(Math.floor(ms / 1_000) * 1_000 + minutes * 60_000).toISOString();
  return `${local.slice(0, 19)}${offset}`;
}

async function signShopify(body: string): Promise<string> {
  const encoder = new TextEncoder();
  const secret = encoder.encode(SECRETS.SHOPIFY_CLIENT_SECRET);
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return btoa(String.fromCodePoint(...new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(body)))));
}
