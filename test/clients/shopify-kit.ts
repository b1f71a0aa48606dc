import { createAdminApiClient } from '@shopify/admin-api-client';
import { expect } from 'vitest';

import type { Json, RunningSandbox } from './running-sandbox';

/** The demo shop's address in the sandbox. */
export const DEMO = '/shopify/demo.myshopify.com';

let keys = 0;
/** A fresh idempotency key. */
export const newKey = (): string => `key-${(keys += 1)}`;

/** Polls until a reading is as expected, with a long timeout: test machines are busy. */
export const soon = <T>(read: () => T) => expect.poll(read);

/** What tests check in one answer. */
export interface Answered {
  readonly data: Json;
  /** Codes of the top-level errors. */
  readonly codes: readonly unknown[];
  readonly messages: readonly string[];
  readonly status: number | undefined;
  readonly extensions: Json;
}

/** A JSON object inside another; fails if it is not one. */
export function part(value: unknown, ...path: readonly (string | number)[]): Json {
  const found = at(value, ...path);
  if (typeof found !== 'object' || found === null) throw new Error(`nothing at ${path.join('.')} in ${JSON.stringify(value)}`);
  return { ...found };
}

/** The value at a path. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined), value);
}

/** A list at a path. */
export function list(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  if (!Array.isArray(found)) throw new Error(`no list at ${path.join('.')} in ${JSON.stringify(value)}`);
  return found;
}

/** The codes of a payload's userErrors. */
export const userErrorCodes = (answer: Answered, field: string): unknown[] =>
  list(answer.data, field, 'userErrors').map((error) => at(error, 'code'));

const record = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {});

export const ADJUST = `mutation Adjust($input: InventoryAdjustQuantitiesInput!, $key: String!) {
  inventoryAdjustQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id reason referenceDocumentUri changes(quantityNames: ["available"]) { name delta quantityAfterChange } }
    userErrors { field message code }
  }
}`;

/** The official client for one token, with helpers that tests use repeatedly. */
export function shopifyKit(sandbox: RunningSandbox, token = 'shpat_sandbox', apiVersion = '2026-07') {
  const client = createAdminApiClient({
    storeDomain: 'demo.myshopify.com',
    apiVersion,
    accessToken: token,
    customFetchApi: (url, init) => fetch(url.replace('https://demo.myshopify.com', sandbox.origin + DEMO), init),
  });
  const ask = async (operation: string, variables: Json = {}): Promise<Answered> => {
    const { data, errors, extensions } = await client.request<unknown>(operation, { variables });
    const inner = errors?.graphQLErrors ?? [];
    return {
      data: record(data),
      codes: inner.map((error) => at(error, 'extensions', 'code')),
      messages: inner.map((error) => String(at(error, 'message'))),
      status: errors?.networkStatusCode,
      extensions: record(extensions),
    };
  };
  return {
    client,
    ask,
    /** Id of the demo location. */
    location: async () => String(at((await ask('{ locations(first: 1) { nodes { id } } }')).data, 'locations', 'nodes', 0, 'id')),
    /** The variant of a SKU: its id, product and inventory item. */
    variant: async (sku: string) => {
      const query =
        'query Find($query: String!) { productVariants(first: 1, query: $query) { nodes { id product { id } inventoryItem { id } } } }';
      const node = part((await ask(query, { query: `sku:"${sku}"` })).data, 'productVariants', 'nodes', 0);
      return { id: String(at(node, 'id')), product: String(at(node, 'product', 'id')), item: String(at(node, 'inventoryItem', 'id')) };
    },
    adjust: (changes: readonly Json[], key = newKey(), reference: string | null = null): Promise<Answered> =>
      ask(ADJUST, { input: { name: 'available', reason: 'correction', referenceDocumentUri: reference, changes }, key }),
    stock: async (sku: string) => (await sandbox.read(`/control/stock?sku=${sku}`))['shopify'],
  };
}

/** The credentials that the app sends to get access. */
export function credentials(sandbox: RunningSandbox): { client_id: string; client_secret: string } {
  return { client_id: sandbox.secrets['SHOPIFY_CLIENT_ID'] ?? '', client_secret: sandbox.secrets['SHOPIFY_CLIENT_SECRET'] ?? '' };
}

/** The app's own origin, as `startSandbox` configures it: the port after the sandbox's. Nothing listens there. */
export const appOrigin = (sandbox: RunningSandbox): string => `http://localhost:${Number(new URL(sandbox.origin).port) + 1}`;

export const SCOPES = 'write_products,write_inventory,read_locations';

/** Where the app asks for a grant, and where it is answered. The callback is the app's own address. */
export function authorizePath(sandbox: RunningSandbox, state = 'nonce', redirect = `${appOrigin(sandbox)}/shopify/oauthCallback`): string {
  const query = new URLSearchParams({
    client_id: credentials(sandbox).client_id,
    scope: SCOPES,
    redirect_uri: redirect,
    state,
  });
  return `${DEMO}/admin/oauth/authorize?${query}`;
}

/** Installs the app in the demo shop and exchanges the code; returns the token endpoint's body. */
export async function installApp(sandbox: RunningSandbox): Promise<Json> {
  const granted = await sandbox.call('POST', authorizePath(sandbox), '', { 'content-type': 'application/x-www-form-urlencoded' });
  const code = new URL(granted.headers.get('location') ?? '').searchParams.get('code');
  const issued = await sandbox.call('POST', `${DEMO}/admin/oauth/access_token`, { ...credentials(sandbox), code, expiring: 1 });
  return issued.body;
}

/** Installs the app; returns a client that acts as the app. */
export async function installedApp(sandbox: RunningSandbox): Promise<ReturnType<typeof shopifyKit>> {
  return shopifyKit(sandbox, String((await installApp(sandbox))['access_token']));
}
