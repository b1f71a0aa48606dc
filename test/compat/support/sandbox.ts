import { env } from 'cloudflare:test';

/** Where the sandbox of both platforms is. */
export const SANDBOX = 'http://localhost:8789';

async function ask<T>(method: string, path: string, body: object | null, headers: Readonly<Record<string, string>>): Promise<T> {
  const answer = await env.SANDBOX.fetch(`${SANDBOX}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== null && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json<T>();
}

/** Calls the sandbox's control API. */
export async function control<T = unknown>(method: string, path: string, body: object | null = null): Promise<T> {
  return ask(method, `/control/${path}`, body, {});
}

/** Sets faults of one platform by name. */
export async function setFaults(platform: 'shopify' | 'square', faults: object): Promise<void> {
  await control('PUT', 'config', { faults: { [platform]: faults } });
}

/** Starts the sandbox from scratch. It approves every consent and sends no webhooks: only those that a test sends arrive. */
export async function resetSandbox(catalog: unknown): Promise<void> {
  await control('POST', 'reset', { catalogue: catalog });
  await control('PUT', 'config', { autoApprove: true, squareSeller: 'MLDEMO' });
  for (const platform of ['shopify', 'square'] as const) await setFaults(platform, { webhookLoss: 1 });
}

/** Queries the demo shop's Admin API as a client other than the app. */
export async function shopifyGraphql<T>(query: string, variables: object): Promise<T> {
  const path = '/shopify/demo.myshopify.com/admin/api/2026-07/graphql.json';
  const { data } = await ask<{ data: T }>('POST', path, { query, variables }, { 'x-shopify-access-token': 'shpat_sandbox' });
  return data;
}

/** Calls the demo seller's Square API as a client other than the app. */
export async function squareApi<T>(method: string, path: string, body: object | null = null): Promise<T> {
  return ask(method, `/square${path}`, body, { authorization: 'Bearer EAAA_sandbox', 'square-version': '2026-07-15' });
}

/** The number at the end of a Shopify GID. */
export function numberOf(gid: string): number {
  return Number(gid.split('/').at(-1));
}

/** The number of a Shopify variant's inventory item. */
export async function inventoryItemOf(variantGid: string): Promise<number> {
  const query = 'query Item($id: ID!) { productVariant(id: $id) { inventoryItem { id } } }';
  const { productVariant } = await shopifyGraphql<{ productVariant: { inventoryItem: { id: string } } }>(query, { id: variantGid });
  return numberOf(productVariant.inventoryItem.id);
}
