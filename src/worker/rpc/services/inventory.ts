import { MAX_SEARCH } from '../../../domain/catalog/search-query';
import { ok, refuse, type Answer } from '../../../domain/result';
import { SOURCES, type Source } from '../../../domain/source';
import type { AccountApi, InventoryQuery, LocationsView, SnapshotView } from '../../../durable/api/account-api';
import type { TableRequest } from '../../../gen/sh/common_pb';
import type { IInventoryClient } from '../../../gen/sh/inventory_pb.client';
import { enqueueAfterwards } from '../../runtime/task-queue';
import { reads, writes } from '../audit';
import { signedIn, type Methods } from '../method';
import { toSnapshot } from '../present/account';
import { readSource, readTable, readText, readView } from '../present/arguments';
import { readBulkChangeId, readBulkKey, readBulkKind } from '../present/bulk-changes';
import { editorOf } from '../present/editor';
import { bareId, readPlatformId } from '../present/ids';
import { INVENTORY_TABLE } from '../present/inventory-table';
import { readKeys, readLevelSteps, readQuantity, toLevelStep } from '../present/leveling';
import { toLocationInventory, toProducts } from '../present/variants';
import { bulkChangeMethods } from './bulk-changes';
import { exclusionMethods } from './exclusions';
import { savedViewMethods } from './saved-views';

/** sh.Inventory: stock of both platforms side by side. */
export const inventoryMethods: Methods<IInventoryClient> = {
  getInventoryCounts: signedIn('entitled', reads('caller'), async ({ account }) => ok({ ...(await account.inventoryCounts()) })),

  getInventory: signedIn('entitled', reads('caller'), async ({ account }, input) => {
    const query = readQuery(input);
    if (!query.ok) return query;
    const page = await account.inventory(query.value);
    if (!page.ok) return page;
    const { variants, hasNextPage, total } = page.value;
    return ok({ products: toProducts(variants), hasNextPage, total });
  }),

  getInventoryFilters: signedIn('entitled', reads('caller'), async ({ account }) => {
    const { vendors, productTypes, tags } = await account.inventoryFilters();
    return ok({ vendors: [...vendors], productTypes: [...productTypes], tags: [...tags] });
  }),

  getLocationInventory: signedIn('entitled', reads('caller'), async ({ account }, input) => {
    const query = readQuery(input);
    if (!query.ok) return query;
    const locations = await account.locations();
    const paired = findLocation(locations, input.locationId);
    if (paired === null) return refuse('not_found', 'There is no such location.');
    const page = await account.inventory(query.value);
    if (!page.ok) return page;
    // Levels are stored for the paired locations alone; at other locations they are unknown.
    return ok({
      inventories: page.value.variants.map((variant) => toLocationInventory(variant, paired)),
      hasNextPage: page.value.hasNextPage,
    });
  }),

  saveInventoryQuantity: signedIn('entitled', writes('caller'), async ({ account, session }, input) => {
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    const quantity = readQuantity('quantity', input.quantity);
    if (!quantity.ok) return quantity;
    const saved = await account.saveQuantity({
      source: source.value,
      variantId: bareId('ProductVariant', input.variantId),
      quantity: quantity.value,
      by: editorOf(session),
    });
    return saved.ok ? ok({}) : saved;
  }),

  setInventoryTracking: signedIn('entitled', writes('caller'), async ({ account, session }, input) => {
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    const id = readPlatformId('variant_id', source.value, 'ProductVariant', input.variantId);
    if (!id.ok) return id;
    const bulkKey = readBulkKey('bulk_key', input.bulkKey);
    if (!bulkKey.ok) return bulkKey;
    if (bulkKey.value !== '' && !input.trackInventory)
      return refuse('invalid_argument', 'bulk_key must be empty where track_inventory is false: tracking is turned off one by one.');
    const set = await account.setTracking({
      source: source.value,
      variantId: id.value,
      track: input.trackInventory,
      by: editorOf(session),
      ...(bulkKey.value === '' ? {} : { bulkKey: bulkKey.value }),
    });
    return set.ok ? ok({}) : set;
  }),

  refreshSnapshots: signedIn('entitled', writes('caller'), async ({ account, session, services }, input) => {
    const source = input.source === '' ? null : readSource('source', input.source);
    if (source?.ok === false) return source;
    const answers = await requestSnapshots(account, source === null ? SOURCES : [source.value]);
    const runs = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
    const refused = answers.find((answer) => !answer.ok);
    if (runs.length === 0 && refused !== undefined && !refused.ok) return refused;
    for (const run of runs) await enqueueAfterwards(services, 'snapshot', session.account.id, run.source);
    return ok({ snapshots: runs.map(toSnapshot) });
  }),

  approveSnapshot: signedIn('entitled', writes('caller'), async ({ account, session, services }, input) => {
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    const approved = await account.approve(source.value);
    if (!approved.ok) return approved;
    await enqueueAfterwards(services, 'snapshot', session.account.id, source.value);
    return ok({});
  }),

  planLevelling: signedIn('entitled', reads('caller'), async ({ account }, input) => {
    const take = readSource('take', input.take);
    if (!take.ok) return take;
    const view = readView(input.view);
    if (!view.ok) return view;
    const query = readText('query', input.query.trim(), MAX_SEARCH);
    if (!query.ok) return query;
    const keys = readKeys(input.ids);
    if (!keys.ok) return keys;
    const plan = await account.planLevelling({ keys: keys.value, view: view.value, query: query.value, take: take.value });
    return plan.ok ? ok({ steps: plan.value.map(toLevelStep), kind: 'level', bulkChangeId: '' }) : plan;
  }),

  levelVariants: signedIn('entitled', writes('caller'), async ({ account, session }, input) => {
    const steps = readLevelSteps(input.steps);
    if (!steps.ok) return steps;
    const kind = readBulkKind(input.kind);
    if (!kind.ok) return kind;
    const begun = input.bulkChangeId === '' ? null : readBulkChangeId('bulk_change_id', input.bulkChangeId);
    if (begun?.ok === false) return begun;
    const leveled = await account.level(steps.value, { by: editorOf(session), kind: kind.value, bulkChange: begun?.value ?? null });
    if (!leveled.ok) return leveled;
    const { bulkChange, outcomes } = leveled.value;
    return ok({
      outcomes: outcomes.map(({ key, ...rest }) => ({ id: String(key), ...rest })),
      bulkChangeId: bulkChange === null ? '' : String(bulkChange),
    });
  }),

  ...bulkChangeMethods,
  ...exclusionMethods,
  ...savedViewMethods,

  resolveHeld: signedIn('entitled', writes('caller'), async ({ account, session }, input) => {
    const keys = readKeys(input.ids);
    if (!keys.ok) return keys;
    const resolved = await account.resolveHeld(keys.value, input.send, editorOf(session));
    return resolved.ok ? ok({ resolved: resolved.value }) : resolved;
  }),
};

async function requestSnapshots(account: AccountApi, sources: readonly Source[]): Promise<Answer<SnapshotView>[]> {
  const answers: Answer<SnapshotView>[] = [];
  for (const source of sources) answers.push(await account.requestSnapshot(source));
  return answers;
}

function readQuery(input: {
  readonly query: string;
  readonly view: string;
  readonly table?: TableRequest | undefined;
}): Answer<InventoryQuery> {
  const view = readView(input.view);
  if (!view.ok) return view;
  const query = readText('query', input.query.trim(), MAX_SEARCH);
  if (!query.ok) return query;
  const table = readTable(input.table, INVENTORY_TABLE);
  if (!table.ok) return table;
  return ok({ view: view.value, query: query.value, ...table.value });
}

/** Returns whether the location with this id, ours or the platform's, is paired; null when there is no such location. */
function findLocation(locations: LocationsView, id: string): boolean | null {
  const bare = bareId('Location', id);
  const found =
    locations.all.find((one) => String(one.id) === id) ?? locations.all.find((one) => bareId('Location', one.sourceId) === bare);
  if (found === undefined) return null;
  return locations.synced.some((pair) => pair[found.source].id === found.id);
}
