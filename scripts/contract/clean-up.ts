import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Result } from '../../src/domain/result';
import type { SquareConfig } from '../../src/platforms/config';
import { describeFailure, type PlatformFailure } from '../../src/platforms/failure';
import type { Fetch } from '../../src/platforms/http';
import { isRecord, parseJson, textAt } from '../../src/platforms/json';
import { cancelSubscription } from '../../src/platforms/shopify/billing';
import { findByHandle } from '../../src/platforms/shopify/create';
import { document } from '../../src/platforms/shopify/document';
import { mutate } from '../../src/platforms/shopify/edits';
import { toGid } from '../../src/platforms/shopify/gid';
import type { ShopifyClient } from '../../src/platforms/shopify/graphql';
import { deleteWebhook, listWebhooks } from '../../src/platforms/shopify/webhooks';
import { readData, type SquareClient } from '../../src/platforms/square/client';
import { findSquareSkus } from '../../src/platforms/square/edits';
import { listSquareSubscriptions } from '../../src/platforms/square/webhooks';
import { messageOf } from '../failure.ts';

/** Something that a run creates, named before it is created, by what it can be found by. */
export type Created =
  | { readonly kind: 'shopify product'; readonly handle: string }
  | { readonly kind: 'shopify webhooks'; readonly uri: string }
  | { readonly kind: 'shopify charge'; readonly id: string }
  | { readonly kind: 'square item'; readonly sku: string; readonly id: string }
  | { readonly kind: 'square subscription'; readonly url: string };

const FIELDS: Readonly<Record<Created['kind'], readonly string[]>> = {
  'shopify product': ['handle'],
  'shopify webhooks': ['uri'],
  'shopify charge': ['id'],
  'square item': ['sku', 'id'],
  'square subscription': ['url'],
};

/** The list of what a run created and has not removed yet. With a file, a later run can remove what an interrupted one left. */
export class Ledger {
  #entries: Created[] = [];
  readonly #file: string | null;

  constructor(file: string | null) {
    this.#file = file;
    if (file !== null && existsSync(file)) this.#entries = [...readEntries(file)];
  }

  get entries(): readonly Created[] {
    return this.#entries;
  }

  add(entry: Created): void {
    this.#entries.push(entry);
    this.#store();
  }

  remove(entry: Created): void {
    this.#entries = this.#entries.filter((one) => one !== entry);
    this.#store();
  }

  #store(): void {
    if (this.#file === null) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${JSON.stringify(this.#entries, null, 2)}\n`);
  }
}

function readEntries(file: string): readonly Created[] {
  const list = parseJson(readFileSync(file, 'utf8'));
  if (!Array.isArray(list) || !list.every(isCreated))
    throw new Error(`${file} cannot be read: it lists what an earlier run created. Remove that by hand, then delete the file.`);
  return list;
}

function isCreated(entry: unknown): entry is Created {
  const kind = textAt(entry, 'kind') ?? '';
  return (
    isRecord(entry) &&
    kind in FIELDS &&
    Object.entries(FIELDS).some(([name, fields]) => name === kind && fields.every((field) => textAt(entry, field) !== null))
  );
}

/** The clients of the store in which to clean up. */
export interface Cleaner {
  readonly shopify: ShopifyClient;
  readonly square: SquareClient;
  /** Square's application; null without its token. */
  readonly application: SquareClient | null;
  readonly config: SquareConfig;
  readonly fetch: Fetch;
}

/** Deletes a product; only this command deletes any. */
const PRODUCT_DELETE = document(`
  mutation ContractProductDelete($id: ID!) { productDelete(input: { id: $id }) { deletedProductId userErrors { field message } } }
`);

/** Removes everything on the list. Returns what could not be removed, one sentence each; that stays on the list. */
export async function cleanUp(ledger: Ledger, cleaner: Cleaner): Promise<readonly string[]> {
  const left: string[] = [];
  // The newest first, as it may belong to an older one.
  for (const entry of ledger.entries.toReversed()) {
    // One that cannot be removed must not keep the others.
    const removed = await removeOne(entry, cleaner).catch((error: unknown) => failed(messageOf(error)));
    if (removed.ok) ledger.remove(entry);
    else left.push(`${entry.kind} ${Object.values(entry).slice(1).join(' ')}: ${describeFailure(removed.error)}`);
  }
  return left;
}

type Removal = Result<unknown, PlatformFailure>;

async function removeOne(entry: Created, cleaner: Cleaner): Promise<Removal> {
  const { shopify, square } = cleaner;
  switch (entry.kind) {
    case 'shopify product':
      return removeProduct(shopify, entry.handle);
    case 'shopify webhooks':
      return removeWebhooks(shopify, entry.uri);
    case 'shopify charge':
      return removeCharge(shopify, entry.id);
    case 'square item':
      return removeItem(square, entry);
    case 'square subscription':
      return removeSubscription(cleaner, entry.url);
  }
}

const TIMEOUT_MS = 10_000;
const failed = (detail: string): Removal => ({ ok: false, error: { kind: 'refused', detail } });
const DONE: Removal = { ok: true, value: null };

async function removeProduct(shopify: ShopifyClient, handle: string): Promise<Removal> {
  const found = await findByHandle(shopify, handle);
  if (!found.ok || found.value.found === null) return found;
  return mutate(shopify, PRODUCT_DELETE, 'productDelete', { id: toGid('Product', found.value.found) });
}

async function removeWebhooks(shopify: ShopifyClient, uri: string): Promise<Removal> {
  const listed = await listWebhooks(shopify);
  if (!listed.ok) return listed;
  for (const webhook of listed.value.filter((one) => one.uri.startsWith(uri))) {
    const removed = await deleteWebhook(shopify, webhook.id);
    if (!removed.ok) return removed;
  }
  return DONE;
}

/** A charge that nobody confirmed has no effect, and Shopify ends it by itself: a refusal leaves nothing behind. */
async function removeCharge(shopify: ShopifyClient, id: string): Promise<Removal> {
  const cancelled = await cancelSubscription(shopify, id);
  return !cancelled.ok && cancelled.error.kind === 'refused' ? DONE : cancelled;
}

async function removeItem(square: SquareClient, { id, sku }: { readonly id: string; readonly sku: string }): Promise<Removal> {
  const found = id === '' ? await findSquareSkus(square, [sku]) : { ok: true as const, value: [{ productId: id }] };
  if (!found.ok) return found;
  for (const { productId } of found.value) {
    const answer = await square.post('/v2/catalog/batch-delete', { object_ids: [productId] });
    if (answer.kind === 'refused' && answer.status === 404) continue;
    const removed = readData(answer, (data) => data);
    if (!removed.ok) return removed;
  }
  return DONE;
}

async function removeSubscription({ application, config, fetch }: Cleaner, url: string): Promise<Removal> {
  if (application === null) return failed('CONTRACT_SQUARE_APP_TOKEN is needed to remove it');
  const listed = await listSquareSubscriptions(application);
  if (!listed.ok) return listed;
  for (const { id } of listed.value.filter((one) => one.notificationUrl === url)) {
    // The product never deletes one, so its client cannot.
    const address = `${config.origin}/v2/webhooks/subscriptions/${encodeURIComponent(id)}`;
    const headers = { authorization: `Bearer ${config.appToken}`, 'square-version': config.version };
    const answer = await fetch(address, { method: 'DELETE', headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok && answer.status !== 404) return failed(`Square answered ${answer.status}`);
  }
  return DONE;
}
