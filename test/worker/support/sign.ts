import { SHOPIFY_SECRET, SQUARE_KEY, WEBHOOKS } from './route-harness';

async function hmac(secret: string, text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text)));
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** A query as Shopify signs it: sorted parameters, HMAC in hex. */
export async function signedQuery(parameters: Readonly<Record<string, string>>, secret = SHOPIFY_SECRET): Promise<string> {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = new URLSearchParams(sorted).toString().replaceAll('+', '%20');
  const hex = [...(await hmac(secret, text))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${text}&hmac=${hex}`;
}

/** A webhook as Shopify sends it. */
export async function shopifyWebhook(
  topic: string,
  shop: string,
  body: string,
  changed: { readonly secret?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<RequestInit> {
  const signature = base64(await hmac(changed.secret ?? SHOPIFY_SECRET, body));
  return {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': shop,
      'x-shopify-hmac-sha256': signature,
      ...changed.headers,
    },
  };
}

/** A webhook as Square sends it: the signature covers the registered address as well. */
export async function squareWebhook(
  body: string,
  changed: { readonly key?: string; readonly url?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<RequestInit> {
  const signature = base64(await hmac(changed.key ?? SQUARE_KEY, `${changed.url ?? `${WEBHOOKS}/webhooks/square`}${body}`));
  return {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-square-hmacsha256-signature': signature, ...changed.headers },
  };
}
