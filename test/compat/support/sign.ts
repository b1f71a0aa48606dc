import { env, SELF } from 'cloudflare:test';
import { expect } from 'vitest';

import { WORKER } from './client';
import type { SentRequest } from './steps';

async function hmac(secret: string, text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(text)));
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** A query as Shopify signs it: sorted parameters, then their HMAC in hex. */
export async function signedQuery(parameters: Readonly<Record<string, string>>, secret = env.SHOPIFY_CLIENT_SECRET): Promise<string> {
  const sorted = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = new URLSearchParams(sorted).toString().replaceAll('+', '%20');
  const hex = [...(await hmac(secret, text))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${text}&hmac=${hex}`;
}

/** How a webhook is signed. */
export type Signature = 'valid' | 'wrong' | 'missing';

/** A webhook request whose recording says how it is signed in place of the signature. */
function webhook(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signed: Readonly<Record<string, string>>,
  signature: Signature,
): SentRequest {
  const shown = Object.fromEntries(Object.keys(signed).map((name) => [name, `${signature} signature`]));
  const isSigned = signature !== 'missing';
  return {
    method: 'POST',
    path,
    body,
    headers: { 'content-type': 'application/json', ...headers, ...(isSigned && signed) },
    shownHeaders: { ...headers, ...(isSigned && shown) },
  };
}

/** A webhook of Shopify. */
export async function shopifyWebhook(topic: string, shop: string, body: string, signature: Signature = 'valid'): Promise<SentRequest> {
  const headers = { ...(topic !== '' && { 'x-shopify-topic': topic }), ...(shop !== '' && { 'x-shopify-shop-domain': shop }) };
  const digest = await hmac(signature === 'valid' ? env.SHOPIFY_CLIENT_SECRET : 'another secret', body);
  return webhook('/webhooks/shopify', headers, body, { 'x-shopify-hmac-sha256': base64(digest) }, signature);
}

/** A webhook of Square. Its signature covers the address too. */
export async function squareWebhook(body: string, signature: Signature = 'valid'): Promise<SentRequest> {
  const path = '/webhooks/square';
  const digest = await hmac(signature === 'valid' ? env.SQUARE_WEBHOOK_KEY : 'another key', `${WORKER}${path}${body}`);
  return webhook(path, {}, body, { 'x-square-hmacsha256-signature': base64(digest) }, signature);
}

/** Delivers a webhook, which must be accepted; not recorded. */
export async function deliver({ path, headers, body }: SentRequest): Promise<void> {
  const answer = await SELF.fetch(`${WORKER}${path}`, { method: 'POST', headers: headers ?? {}, body: body ?? '' });
  await answer.text();
  expect(answer.status).toBe(200);
}
