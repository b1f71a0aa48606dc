// Extracts description.json and events.json (the names of all webhook events) from Square's published API description: the request bodies
// of the operations that this emulator implements, and every schema they reach, without prose and examples. node
// sandbox/square/description/cut.mjs <the whole description, as JSON>
import { readFileSync, writeFileSync } from 'node:fs';

const ROOTS = [
  'ObtainTokenRequest',
  'RevokeTokenRequest',
  'SearchCatalogObjectsRequest',
  'BatchRetrieveCatalogObjectsRequest',
  'UpsertCatalogObjectRequest',
  'BatchUpsertCatalogObjectsRequest',
  'BatchDeleteCatalogObjectsRequest',
  'BatchRetrieveInventoryCountsRequest',
  'BatchRetrieveInventoryChangesRequest',
  'BatchChangeInventoryRequest',
  'CreateWebhookSubscriptionRequest',
  'UpdateWebhookSubscriptionRequest',
  'CreateLocationRequest',
  'UpdateLocationRequest',
  'SearchOrdersRequest',
  'SearchTeamMembersRequest',
];
const KEPT = [
  '$ref',
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'nullable',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'readOnly',
];
const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('name the file that holds the description');
const { schemas } = JSON.parse(readFileSync(source, 'utf8')).components;

// The published file refers to a schema that it does not contain.
schemas.CatalogModifierToggleOverrideType ??= { type: 'string' };

// Square-Version 2026-07-15 and later, which no published description covers: npm `square` 46 has the shapes.
const text = { type: 'string', maxLength: 100, nullable: true };
const adjustment = schemas.InventoryAdjustment.properties;
delete adjustment.location_id;
Object.assign(adjustment, {
  from_location_id: text,
  to_location_id: text,
  cost_money: { $ref: '#/components/schemas/Money' },
  vendor_id: text,
  physical_count_id: { type: 'string', maxLength: 100, readOnly: true },
  reason_id: { $ref: '#/components/schemas/InventoryAdjustmentReasonId' },
});
schemas.InventoryAdjustmentReasonId = {
  type: 'object',
  required: ['type'],
  properties: { type: { type: 'string' }, custom_reason_id: text },
};
schemas.InventoryPhysicalCount.properties.adjustment_id = { type: 'string', maxLength: 100, readOnly: true };
delete schemas.InventoryChange.properties.transfer;
schemas.InventoryChangeType.enum = ['PHYSICAL_COUNT', 'ADJUSTMENT'];
schemas.InventoryState.enum.push('UNTRACKED');
schemas.InventoryChangesSort = {
  type: 'object',
  properties: { field: { type: 'string' }, order: { type: 'string', enum: ['ASC', 'DESC'] } },
};
Object.assign(schemas.BatchRetrieveInventoryChangesRequest.properties, {
  sort: { $ref: '#/components/schemas/InventoryChangesSort' },
  reason_ids: { type: 'array', nullable: true, items: { $ref: '#/components/schemas/InventoryAdjustmentReasonId' } },
});
schemas.ObtainTokenRequest.properties.use_jwt = { type: 'boolean', nullable: true };

const cut = {};
function bare(schema) {
  const result = {};
  for (const key of KEPT) {
    const value = schema[key];
    if (value === undefined) continue;
    if (key === '$ref') result.$ref = reach(value.split('/').at(-1));
    else if (key === 'properties')
      result.properties = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, bare(inner)]));
    else if (key === 'items') result.items = bare(value);
    else result[key] = value;
  }
  return result;
}
function reach(name) {
  if (!(name in cut)) {
    cut[name] = null;
    cut[name] = bare(schemas[name]);
  }
  return name;
}
ROOTS.forEach(reach);
const events = new Set(Object.values(schemas).flatMap((schema) => schema['x-webhook']?.event ?? []));
writeFileSync(
  new URL('events.json', import.meta.url),
  `${JSON.stringify(
    [...events].toSorted((a, b) => a.localeCompare(b, 'en')),
    null,
    2,
  )}\n`,
);
const lines = Object.keys(cut)
  .toSorted((a, b) => a.localeCompare(b, 'en'))
  .map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(cut[name])}`);
writeFileSync(new URL('description.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`);
