import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, listAt, numberAt, textAt } from '../json';
import { BULK_POLL, BULK_RUN, VARIANTS_COUNT, bulkVariantsQuery } from './documents';
import { numberOf, toGid } from './gid';
import type { ShopifyClient } from './graphql';
import { read, unreadable, userErrorText } from './reading';

/** How long to wait (ms) when all of the shop's slots for bulk operations are taken. */
const SLOTS_TAKEN_MS = 15_000;

/** The progress of a bulk operation. */
export type BulkState =
  | { readonly kind: 'running'; readonly objects: number }
  /** `url` is null when there was nothing to read. The link is valid for 7 days. */
  | { readonly kind: 'done'; readonly objects: number; readonly url: string | null }
  /** It ended without its file, or Shopify no longer knows it: start another. */
  | { readonly kind: 'lost'; readonly detail: string };

/** Starts reading all variants with their levels at one location; returns the operation's number as text. */
export async function startBulk(client: ShopifyClient, locationId: string): Promise<Result<string, PlatformFailure>> {
  if (!/^\d+$/u.test(locationId)) return err({ kind: 'refused', detail: 'a Shopify location id is a number' });
  const started = await read(client, BULK_RUN, { query: bulkVariantsQuery(locationId) }, (data) => data);
  if (!started.ok) return started;
  const codes = (listAt(started.value, 'bulkOperationRunQuery', 'userErrors') ?? []).map((error) => textAt(error, 'code') ?? '');
  if (codes.includes('LIMIT_REACHED') || codes.includes('OPERATION_IN_PROGRESS'))
    return err({ kind: 'throttled', afterMs: SLOTS_TAKEN_MS });
  const problem = userErrorText(started.value, 'bulkOperationRunQuery');
  if (problem !== '') return err({ kind: 'refused', detail: problem });
  const id = numberOf('BulkOperation', textAt(started.value, 'bulkOperationRunQuery', 'bulkOperation', 'id'));
  return id === null ? err(unreadable(BULK_RUN)) : ok(id);
}

/** Requests the operation's progress. The finish webhook may get lost, so a timer polls as well. */
export async function pollBulk(client: ShopifyClient, operationId: string): Promise<Result<BulkState, PlatformFailure>> {
  const polled = await read(client, BULK_POLL, { id: toGid('BulkOperation', operationId) }, (data) => data);
  if (!polled.ok) return polled;
  const operation = at(polled.value, 'bulkOperation');
  if (operation === null) return ok({ kind: 'lost', detail: 'Shopify no longer knows the operation' });
  const state = decodeState(operation);
  return state === null ? err(unreadable(BULK_POLL)) : ok(state);
}

function decodeState(operation: unknown): BulkState | null {
  const objects = Number(textAt(operation, 'objectCount') ?? numberAt(operation, 'objectCount') ?? Number.NaN);
  const status = textAt(operation, 'status');
  if (status === null || !Number.isFinite(objects)) return null;
  switch (status) {
    case 'CREATED':
    case 'RUNNING':
    case 'CANCELING':
      return { kind: 'running', objects };
    case 'COMPLETED':
      return { kind: 'done', objects, url: textAt(operation, 'url') };
    default:
      return { kind: 'lost', detail: `the operation ended as ${status} ${textAt(operation, 'errorCode') ?? ''}`.trim() };
  }
}

/** Returns the number of variants in the shop, for a snapshot's progress. */
export async function countShopifyVariants(client: ShopifyClient): Promise<Result<number, PlatformFailure>> {
  return read(client, VARIANTS_COUNT, {}, (data) => numberAt(data, 'productVariantsCount', 'count'));
}
