import type { Addresses } from './sign-in';

/** A change in Square's log, as far as it concerns what is for sale. */
interface LoggedChange {
  readonly type: string;
  readonly physical_count?: Moment & { readonly state: string };
  readonly adjustment?: Moment & { readonly from_state: string; readonly to_state: string };
}

interface Moment {
  readonly catalog_object_id: string;
  readonly quantity: string;
  readonly occurred_at: string;
}

async function ask<T>(app: Addresses, path: string, body: object) {
  const headers = { authorization: 'Bearer EAAA_sandbox', 'content-type': 'application/json', 'square-version': '2026-09-16' };
  const response = await fetch(`${app.sandbox}/square${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function variationsOf(app: Addresses, skus: ReadonlySet<string>) {
  const found = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const page: { objects?: { id: string; item_variation_data: { sku?: string } }[]; cursor?: string } = await ask(
      app,
      '/v2/catalog/search',
      {
        object_types: ['ITEM_VARIATION'],
        ...(cursor === undefined ? {} : { cursor }),
      },
    );
    for (const { id, item_variation_data: variation } of page.objects ?? []) {
      if (variation.sku !== undefined && skus.has(variation.sku)) found.set(id, variation.sku);
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
}

async function locationOf(app: Addresses) {
  const headers = { authorization: 'Bearer EAAA_sandbox', 'square-version': '2026-09-16' };
  const response = await fetch(`${app.sandbox}/square/v2/locations`, { headers });
  const { locations } = (await response.json()) as { locations: { id: string }[] };
  return locations[0]?.id ?? '';
}

/** Sums a variation's log, oldest first: a count resets the sum, a move out of stock subtracts, one into stock adds. */
function replay(changes: readonly LoggedChange[]) {
  return changes.reduce((units, { physical_count: count, adjustment }) => {
    if (count !== undefined) return count.state === 'IN_STOCK' ? Number(count.quantity) : units;
    if (adjustment?.to_state === 'IN_STOCK') return units + Number(adjustment.quantity);
    return adjustment?.from_state === 'IN_STOCK' ? units - Number(adjustment.quantity) : units;
  }, 0);
}

/** The total of each SKU according to Square's own log of counts and adjustments, in units, computed here and not by Square. */
export async function unitsBySquaresLog(app: Addresses, skus: ReadonlySet<string>): Promise<Map<string, number>> {
  const units = new Map<string, number>();
  if (skus.size === 0) return units;
  const variations = await variationsOf(app, skus);
  const logs = new Map<string, LoggedChange[]>([...variations.keys()].map((id) => [id, []]));
  const location = await locationOf(app);
  let cursor: string | undefined;
  do {
    const page: { changes?: LoggedChange[]; cursor?: string } = await ask(app, '/v2/inventory/changes/batch-retrieve', {
      catalog_object_ids: [...variations.keys()],
      location_ids: [location],
      limit: 1_000,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const change of page.changes ?? []) {
      const id = (change.physical_count ?? change.adjustment)?.catalog_object_id ?? '';
      logs.get(id)?.push(change);
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  for (const [id, sku] of variations) units.set(sku, replay(logs.get(id) ?? []));
  return units;
}
