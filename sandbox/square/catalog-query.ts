import { bad, done, notEmulated, type Outcome } from './errors';
import { objectOf, textOf, textsOf, type JsonObject } from './json';

/** A search query as a condition over `square_object`, with its values. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly string[];
  /** Whether the index on the SKU serves it. */
  readonly bySku?: boolean;
}

/** Searchable attributes, as expressions in lower case (CatalogQuery: value matching ignores case). */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  sku: 'sku',
  name: `lower(coalesce(json_extract(body, '$.item_data.name'), json_extract(body, '$.item_variation_data.name')))`,
  description: `lower(coalesce(json_extract(body, '$.item_data.description'), json_extract(body, '$.item_data.description_html')))`,
  abbreviation: `lower(json_extract(body, '$.item_data.abbreviation'))`,
  upc: `lower(json_extract(body, '$.item_variation_data.upc'))`,
};

/** Limits of the API: values in one set query, and keywords in one text query. */
const MAX_SET_VALUES = 250;
const MAX_KEYWORDS = 3;

const EVERY_ATTRIBUTE = `' ' || ${Object.values(ATTRIBUTES)
  .map((expression) => `coalesce(${expression}, '')`)
  .join(` || ' ' || `)}`;

/** Converts the query of a search to conditions, all of which an object must meet. */
export function readQuery(query: JsonObject | null): Outcome<Condition[]> {
  const conditions: Condition[] = [];
  for (const [kind, value] of Object.entries(query ?? {})) {
    if (value === null || value === undefined) continue;
    const one = readOne(kind, objectOf(query ?? {}, kind) ?? {});
    if (!one.ok) return one;
    conditions.push(one.value);
  }
  return done(conditions);
}

function readOne(kind: string, query: JsonObject): Outcome<Condition> {
  switch (kind) {
    case 'exact_query':
      return onAttribute(query, kind, (attribute) => ({
        sql: `${attribute} = ?`,
        values: [lower(query, 'attribute_value')],
        bySku: attribute === 'sku',
      }));
    case 'prefix_query':
      return onAttribute(query, kind, (attribute) => {
        const prefix = lower(query, 'attribute_prefix');
        return { sql: `substr(${attribute}, 1, ${prefix.length}) = ?`, values: [prefix] };
      });
    case 'set_query': {
      const values = (textsOf(query, 'attribute_values') ?? []).map((value) => value.toLowerCase());
      if (values.length === 0) return bad('ARRAY_EMPTY', 'A set query needs values.', 'query.set_query.attribute_values');
      if (values.length > MAX_SET_VALUES)
        return bad('ARRAY_LENGTH_TOO_LONG', `At most ${MAX_SET_VALUES} values.`, 'query.set_query.attribute_values');
      return onAttribute(query, kind, (attribute) => ({
        sql: `${attribute} in (select value from json_each(?))`,
        values: [JSON.stringify(values)],
        bySku: attribute === 'sku',
      }));
    }
    case 'text_query':
      return readText(query);
    default:
      return notEmulated(`catalogue searches by ${kind}`);
  }
}

function readText(query: JsonObject): Outcome<Condition> {
  const keywords = textsOf(query, 'keywords') ?? [];
  if (keywords.length === 0) return bad('ARRAY_EMPTY', 'A text query needs keywords.', 'query.text_query.keywords');
  if (keywords.length > MAX_KEYWORDS) return bad('ARRAY_LENGTH_TOO_LONG', `At most ${MAX_KEYWORDS} keywords.`, 'query.text_query.keywords');
  const words = keywords.map((word) => word.toLowerCase());
  return done({ sql: words.map(() => `instr(${EVERY_ATTRIBUTE}, ?) > 0`).join(' and '), values: words });
}

const lower = (query: JsonObject, name: string): string => (textOf(query, name) ?? '').toLowerCase();

function onAttribute(query: JsonObject, kind: string, make: (attribute: string) => Condition): Outcome<Condition> {
  const name = textOf(query, 'attribute_name') ?? '';
  const attribute = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined;
  if (attribute === undefined)
    return bad('INVALID_VALUE', `The attribute ${name.slice(0, 60)} is not searchable.`, `query.${kind}.attribute_name`);
  return done(make(attribute));
}
