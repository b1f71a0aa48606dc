import { SquareClient, SquareError } from 'square';

import type { RunningSandbox } from './running-sandbox';

/** The header with the standing token for outside access. */
export const OUTSIDE = { authorization: 'Bearer EAAA_sandbox' };

/** The first location of the demo seller. */
export const LOCATION = 'LDEMO01';

let keys = 0;
/** A fresh idempotency key. */
export const newKey = (): string => `key-${(keys += 1)}`;

const at = (time: number) => new Date(time).toISOString();

/** The errors that the API refused a call with. */
export async function refusal(
  work: Promise<unknown>,
): Promise<{ status: number | undefined; code: string | undefined; field: string | undefined }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof SquareError) return { status: error.statusCode, code: error.errors[0]?.code, field: error.errors[0]?.field };
    throw error;
  }
  throw new Error('the call went through');
}

/** A sale (or, with `up`, a restock) in the API's format. */
export function adjustment(id: string, quantity: string, occurredAt: number, up = false, referenceId = 'test') {
  const states = up ? ({ fromState: 'NONE', toState: 'IN_STOCK' } as const) : ({ fromState: 'IN_STOCK', toState: 'SOLD' } as const);
  return {
    type: 'ADJUSTMENT' as const,
    adjustment: { catalogObjectId: id, ...states, toLocationId: LOCATION, quantity, occurredAt: at(occurredAt), referenceId },
  };
}

/** A physical count in the API's format. */
export function count(id: string, quantity: string, occurredAt: number) {
  return {
    type: 'PHYSICAL_COUNT' as const,
    physicalCount: { catalogObjectId: id, state: 'IN_STOCK' as const, locationId: LOCATION, quantity, occurredAt: at(occurredAt) },
  };
}

/** One change of a request. */
export type Change = ReturnType<typeof adjustment> | ReturnType<typeof count>;

/** The official client for one token, with helpers that tests use repeatedly. */
export function squareKit(sandbox: RunningSandbox, token = 'EAAA_sandbox') {
  const client = new SquareClient({ token, baseUrl: sandbox.square, maxRetries: 0 });
  return {
    client,
    /** The sandbox's clock, ms. */
    now: async () => Number((await sandbox.read('/floor/state?search=nothing-has-this-name'))['now']),
    /** A new item with one tracked variation that has not been counted yet. */
    newVariation: async (sku = newKey()) => {
      const variation = {
        type: 'ITEM_VARIATION' as const,
        id: '#variation',
        itemVariationData: { name: 'Regular', sku, priceMoney: { amount: 1000n, currency: 'USD' as const }, trackInventory: true },
      };
      const { catalogObject, idMappings = [] } = await client.catalog.object.upsert({
        idempotencyKey: newKey(),
        object: { type: 'ITEM', id: '#item', itemData: { name: `Item ${sku}`, variations: [variation] } },
      });
      const real = (name: string) => idMappings.find((mapping) => mapping.clientObjectId === name)?.objectId ?? '';
      return { item: real('#item'), id: real('#variation'), version: catalogObject?.version ?? 0n };
    },
    change: (changes: Change[], idempotencyKey = newKey(), ignoreUnchangedCounts = true) =>
      client.inventory.batchCreateChanges({ idempotencyKey, changes, ignoreUnchangedCounts }),
    /** The count of a variation as the API returns it; null when there is none. */
    stock: async (id: string) => {
      const counts = await client.inventory.batchGetCounts({ catalogObjectIds: [id], locationIds: [LOCATION] });
      return counts.data[0]?.quantity ?? null;
    },
  };
}
