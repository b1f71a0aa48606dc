import { env, runInDurableObject } from 'cloudflare:test';
import { expect, vi } from 'vitest';

import { openDb } from '../../../src/db/database';
import { readHistory } from '../../../src/db/history';
import { isBlankSku } from '../../../src/domain/catalog/match';
import type { Answer } from '../../../src/domain/result';
import type { Source } from '../../../src/domain/source';
import { accountStub } from '../../../src/durable/account-stub';
import type { AccountApi, JoinedVariant, TokenGrant, VariantSide } from '../../../src/durable/api/account-api';
import { isRecord, listAt, parseJson } from '../../../src/platforms/json';
import { accountId } from '../../support/account-id';

const SANDBOX = 'http://localhost:8789';

/** An external client's token, valid for the demo shop and the demo seller. */
const grant = (accessToken: string): TokenGrant => ({ accessToken, refreshToken: '', expiresAt: null, refreshExpiresAt: null, scopes: [] });

async function ask(
  method: string,
  path: string,
  body: object | null,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const init = {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== null && { body: JSON.stringify(body) }),
  };
  const response = await env.SANDBOX.fetch(`${SANDBOX}${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}

/** Calls the sandbox's control API. */
export const control = (method: string, path: string, body: object | null = null): Promise<Record<string, unknown>> =>
  ask(method, `/control/${path}`, body);

/** Calls Shopify as an external client. */
export async function shopify(query: string, variables: object = {}): Promise<unknown> {
  const headers = { 'x-shopify-access-token': 'shpat_sandbox' };
  const answer = await ask('POST', '/shopify/demo.myshopify.com/admin/api/2026-07/graphql.json', { query, variables }, headers);
  if (answer['errors'] !== undefined) throw new Error(JSON.stringify(answer['errors']));
  return answer['data'];
}

/** Calls Square as an external client. */
export const square = (method: string, path: string, body: object | null = null): Promise<Record<string, unknown>> =>
  ask(method, `/square${path}`, body, { authorization: 'Bearer EAAA_sandbox', 'square-version': '2026-07-15' });

/** Both platforms' stock of a SKU. */
export const stock = (sku: string): Promise<Record<string, unknown>> => control('GET', `stock?sku=${encodeURIComponent(sku)}`);

/** Returns the value of an answer that must be successful. */
export function must<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.value;
}

async function finish(account: AccountApi, source: Source): Promise<void> {
  for (let calls = 0; calls < 20; calls += 1) {
    const { state } = must(await account.advanceSnapshot(source));
    if (state === 'done') return;
    if (state === 'failed') break;
  }
  throw new Error(`the ${source} snapshot does not end`);
}

/** Reads a whole side again, as when a user requests it. */
export async function reread(account: AccountApi, source: Source): Promise<void> {
  must(await account.requestSnapshot(source));
  await finish(account, source);
}

/** Creates an account on a new small shop: both platforms connected, paired, completely read, and entitled. */
export async function openShop(id: string, catalogue: object | string = 'small'): Promise<AccountApi> {
  await control('POST', 'reset', { catalogue });
  const account = accountStub(env.ACCOUNT, accountId(id));
  await account.open({ accountId: accountId(id), shopDomain: 'demo.myshopify.com' });
  await account.setEntitlement({ subscribed: true, accessEnds: null });
  await account.connectShopify(grant('shpat_sandbox'));
  await account.connectSquare('MLDEMO', grant('EAAA_sandbox'));
  await account.syncLocations('shopify');
  await account.syncLocations('square');
  const { all } = await account.locations();
  const first = (source: Source): string => all.find((location) => location.source === source)?.sourceId ?? '';
  must(await account.savePair(first('shopify'), first('square')));
  await Promise.all([finish(account, 'shopify'), finish(account, 'square')]);
  return account;
}

/** All variants as the account lists them. */
export async function everything(account: AccountApi): Promise<readonly JoinedVariant[]> {
  const sort = { column: 'name', descending: false } as const;
  return must(await account.inventory({ view: 'all', query: '', limit: 1_000, page: 0, sort })).variants;
}

/** The first listed variant that meets a condition. */
export async function find(account: AccountApi, meets: (variant: JoinedVariant) => boolean): Promise<JoinedVariant> {
  const found = (await everything(account)).find(meets);
  if (found === undefined) throw new Error('the shop has no such variant');
  return found;
}

/** Returns a side that must exist. */
export function sideOf(variant: JoinedVariant, source: Source): VariantSide {
  const side = variant[source];
  if (side === null) throw new Error(`the variant is not on ${source}`);
  return side;
}

/** Starts a copy of a side, as the merchant does. */
export async function startCopy(account: AccountApi, source: Source, { id }: VariantSide): Promise<void> {
  must(await account.startCopy({ source, variantId: id, by: 'merchant' }));
}

/** The first variant that is only on this side and can be copied. */
export async function sideOnlyOn(account: AccountApi, source: Source): Promise<VariantSide> {
  return sideOf(await find(account, only(source)), source);
}

/** What the account's history says, oldest first. */
export async function history(account: AccountApi, id: string): Promise<string[]> {
  await account.deliverHistory();
  const { lines } = await readHistory(openDb(env.DB), accountId(Number(id)), { sku: '', limit: 100_000, page: 0 });
  return lines.toReversed().map(({ sku, originator, fact }) => JSON.stringify({ sku, originator, fact: JSON.stringify(fact) }));
}

/** Kills the account's object, whatever it is doing; what it has sent stays sent. The next call, by a new stub, starts a new one. */
export async function kill(id: string): Promise<AccountApi> {
  await runInDurableObject(env.ACCOUNT.getByName(id), (_, state) => {
    state.abort('killed');
  }).catch(() => undefined);
  return accountStub(env.ACCOUNT, accountId(id));
}

/** Works until no copy from the side is open. */
export async function copyAll(account: AccountApi, source: Source): Promise<void> {
  for (let calls = 0; calls < 20; calls += 1) {
    if (must(await account.advanceCopies(source)).open === 0) return;
  }
  throw new Error('the copies do not end');
}

/** A variant that is only on one side and can be copied. */
export const only =
  (source: Source) =>
  (one: JoinedVariant): boolean => {
    const side = one[source];
    const there = one[source === 'shopify' ? 'square' : 'shopify'];
    return side !== null && there === null && !isBlankSku(side.sku) && side.tracked && one.status !== 'duplicate_sku';
  };

/** Waits until both platforms have this quantity of a SKU. */
export async function equalStock(sku: string, quantity: unknown): Promise<void> {
  const limits = { timeout: 180_000, interval: 100 };
  await vi.waitFor(async () => expect(await stock(sku)).toMatchObject({ shopify: quantity, square: quantity }), limits);
}

/** The variants with a SKU, as Shopify itself reports them. */
export async function shopifyOf(sku: string): Promise<readonly unknown[]> {
  const fields = 'id title sku barcode price product { id title handle status } inventoryItem { tracked }';
  const query = `query Q($q: String!) { productVariants(first: 50, query: $q) { nodes { ${fields} } } }`;
  return listAt(await shopify(query, { q: `sku:"${sku}"` }), 'productVariants', 'nodes') ?? [];
}

/** The variations with a SKU, as Square itself reports them. */
export async function squareOf(sku: string): Promise<readonly unknown[]> {
  const query = { set_query: { attribute_name: 'sku', attribute_values: [sku] } };
  return listAt(await square('POST', '/v2/catalog/search', { object_types: ['ITEM_VARIATION'], query }), 'objects') ?? [];
}
