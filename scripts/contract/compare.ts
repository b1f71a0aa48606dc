import type { GraphQLSchema } from 'graphql';

import { DOCUMENTS } from '../../src/platforms/shopify/documents';
import { ORDER_DOCUMENTS } from '../../src/platforms/shopify/orders';
import type { Call } from './recorder';
import type { Outcome, Recording } from './run';
import { schemaFacts, type SchemaFacts } from './schema-facts';
import { holderOf, shapeOf, type Seen, type Shape } from './shape';

/** One respect in which the two answer differently. */
export interface Difference {
  readonly exchange: string;
  /** The call; '' when it is about the whole exchange. */
  readonly call: string;
  /** The exact place in the answer; '' when it is about the whole. */
  readonly path: string;
  readonly real: string;
  readonly ours: string;
}

/** Everything that a comparison found. */
export interface Comparison {
  readonly differences: readonly Difference[];
  /** Fields that only the real platform answers: the product does not read them. */
  readonly additional: readonly string[];
}

/** Fields of Square's answers with a fixed set of values. */
const SQUARE_ENUMS =
  /(?:^|\.|\])(?:type|state|from_state|to_state|status|category|code|product_type|pricing_type|catalog_object_type|product|token_type|event_types\[\])$/u;
/** Fields whose exact values the product reads when something is refused. */
const REFUSAL_FIELDS =
  /(?:^|\.)(?:userErrors\[\]\.(?:field\[\]|code)|errors\[\]\.(?:extensions\.code|category|code|field|path\[\]))$|^error$/u;
/** What a store's settings decide. */
const SETTINGS = /(?:^|\.)(?:currency|currencyCode|country|language_code|timezone)$/u;
/** How many times as expensive a query may be before it counts as different: the sandbox only approximates the cost of connections. */
const COST_FACTOR = 2;

/** Compares all exchanges of two recordings. `real` was made against the live platforms. */
export function compareRecordings(real: Recording, ours: Recording, schema: GraphQLSchema): Comparison {
  const differences: Difference[] = [];
  const additional = new Set<string>();
  const factsOf = schemaReader(schema);
  for (const outcome of real.outcomes) {
    const other = ours.outcomes.find(({ exchange }) => exchange.name === outcome.exchange.name);
    if (other === undefined || outcome.kind === 'skipped') continue;
    const found = compareOutcomes(outcome, other);
    differences.push(...found);
    // A question with another answer has other calls, too.
    if (found.length > 0 && outcome.exchange.question !== undefined) continue;
    const { name, data } = outcome.exchange;
    for (const { call, theirs, own } of pairs(real, ours, name)) {
      const result = compareCalls(theirs, own, { isOwn: data === 'own', facts: factsOf(call) });
      differences.push(...result.differences.map((difference) => ({ exchange: name, call, ...difference })));
      for (const path of result.additional) additional.add(`${call}: ${path}`);
    }
  }
  return { differences, additional: [...additional].toSorted() };
}

function schemaReader(schema: GraphQLSchema): (call: string) => SchemaFacts | null {
  const cache = new Map<string, SchemaFacts>();
  return (call) => {
    const document = [...DOCUMENTS, ...ORDER_DOCUMENTS].find(({ name }) => name === call);
    if (document === undefined) return null;
    const facts = cache.get(call) ?? schemaFacts(schema, document.source);
    cache.set(call, facts);
    return facts;
  };
}

const say = (outcome: Outcome): string =>
  outcome.kind === 'failed' ? `could not be run: ${outcome.detail}` : outcome.kind === 'skipped' ? 'skipped' : (outcome.answer ?? 'done');

function compareOutcomes(real: Outcome, ours: Outcome): Difference[] {
  const [a, b] = [say(real), say(ours)];
  return a === b ? [] : [{ exchange: real.exchange.name, call: '', path: '', real: a, ours: b }];
}

interface Pair {
  readonly call: string;
  readonly theirs: readonly Call[];
  readonly own: readonly Call[];
}

/** Pairs the calls of an exchange: one by one where both sides made as many, otherwise (pages) all of a name together. */
function pairs(real: Recording, ours: Recording, exchange: string): Pair[] {
  const of = ({ calls }: Recording, name?: string): Call[] =>
    calls.filter((call) => call.exchange === exchange && (name === undefined || call.name === name));
  const names = [...new Set([...of(real), ...of(ours)].map(({ name }) => name))];
  return names.flatMap((call) => {
    const [theirs, own] = [of(real, call), of(ours, call)];
    if (theirs.length !== own.length) return [{ call, theirs, own }];
    return theirs.map((one, index) => ({ call, theirs: [one], own: own.slice(index, index + 1) }));
  });
}

type Found = Pick<Difference, 'path' | 'real' | 'ours'>;

interface Rules {
  readonly isOwn: boolean;
  readonly facts: SchemaFacts | null;
}

function compareCalls(real: readonly Call[], ours: readonly Call[], rules: Rules): { differences: Found[]; additional: string[] } {
  if (real.length === 0 || ours.length === 0) {
    const text = (calls: readonly Call[]): string => (calls.length === 0 ? 'was not called' : 'was called');
    return { differences: [{ path: '', real: text(real), ours: text(ours) }], additional: [] };
  }
  const differences = [...compareStatus(real, ours), ...compareHeaders(real, ours)];
  const additional: string[] = [];
  const [theirs, own] = [shapeOf(real.map(({ body }) => body)), shapeOf(ours.map(({ body }) => body))];
  for (const path of new Set([...theirs.keys(), ...own.keys()])) {
    const result = comparePlace(path, theirs, own, rules);
    if (result === 'additional') additional.push(path);
    else differences.push(...result.map((found) => ({ path, ...found })));
  }
  return { differences, additional };
}

const list = (values: Iterable<unknown>): string => [...values].map(String).toSorted().join(' or ');

function compareStatus(real: readonly Call[], ours: readonly Call[]): Found[] {
  const [a, b] = [real, ours].map((calls) => list(new Set(calls.map(({ status }) => status || 'no answer'))));
  return a === b ? [] : [{ path: 'HTTP status', real: a ?? '', ours: b ?? '' }];
}

function compareHeaders(real: readonly Call[], ours: readonly Call[]): Found[] {
  const names = new Set([...real, ...ours].flatMap(({ headers }) => Object.keys(headers)));
  // Every server on the internet states the date; only the local runtime does not.
  names.delete('date');
  return [...names].flatMap((name) => {
    const [a, b] = [real, ours].map((calls) => list(new Set(calls.map(({ headers }) => headerText(name, headers[name])))));
    return a === b ? [] : [{ path: `header ${name}`, real: a ?? '', ours: b ?? '' }];
  });
}

function headerText(name: string, value: string | undefined): string {
  if (value === undefined) return 'absent';
  if (name === 'content-type') return value.split(';')[0] ?? '';
  return name === 'retry-after' ? 'present' : value;
}

function comparePlace(path: string, theirs: Shape, own: Shape, rules: Rules): Omit<Found, 'path'>[] | 'additional' {
  const [real, ours] = [theirs.get(path), own.get(path)];
  const holder = holderOf(path);
  const isHeld = (shape: Shape): boolean =>
    holder !== null && (shape.get(holder)?.types.has(path.endsWith('[]') ? 'list' : 'object') ?? false);
  if (real === undefined) return isHeld(theirs) && (rules.isOwn || !path.endsWith('[]')) ? missing(path, rules) : [];
  if (ours === undefined) return isHeld(own) && !path.endsWith('[]') && !isExact(path) ? 'additional' : extra(path, isHeld(own), rules);
  return [...compareTypes(path, real, ours, rules), ...compareTexts(path, real, ours, rules), ...compareCost(path, real, ours)];
}

const isExact = (path: string): boolean => REFUSAL_FIELDS.test(path) || path === 'errors' || path === 'data';

/** A place that only our answers have. Square leaves out what a store has not set; Shopify answers every field that is asked for. */
function missing(path: string, { isOwn, facts }: Rules): Omit<Found, 'path'>[] {
  if (!isOwn && facts === null) return [];
  return [path.endsWith('[]') ? { real: 'empty list', ours: 'list with content' } : { real: 'absent', ours: 'present' }];
}

/** A place that only the real answers have, and that says what was refused, or that a list is not empty. */
function extra(path: string, isHeld: boolean, { isOwn }: Rules): Omit<Found, 'path'>[] {
  if (!isHeld || (!isOwn && path.endsWith('[]'))) return [];
  return [path.endsWith('[]') ? { real: 'list with content', ours: 'empty list' } : { real: 'present', ours: 'absent' }];
}

function compareTypes(path: string, real: Seen, ours: Seen, { isOwn, facts }: Rules): Omit<Found, 'path'>[] {
  const fact = facts?.get(path.replace(/^data\./u, ''));
  if (fact?.isNullable === false && real.types.has('null') && !ours.types.has('null'))
    return [{ real: 'null where the schema allows none', ours: list(ours.types) }];
  const isOptional = (type: string): boolean => !isOwn && (type === 'null' || (type === 'absent' && facts === null));
  const [a, b] = [real, ours].map(({ types }) => list([...types].filter((type) => !isOptional(type))));
  // In a store's own data one side may only have had nulls.
  return a === b || (!isOwn && (a === '' || b === '')) ? [] : [{ real: a ?? '', ours: b ?? '' }];
}

function compareTexts(path: string, real: Seen, ours: Seen, { isOwn, facts }: Rules): Omit<Found, 'path'>[] {
  if (real.values.size === 0 || ours.values.size === 0) return [];
  const fact = facts?.get(path.replace(/^data\./u, ''));
  if (fact !== undefined && fact.values !== null) {
    const { values } = fact;
    const unknown = [...real.values].filter((value) => !values.has(value));
    if (unknown.length > 0) return [{ real: `unknown value ${list(unknown)}`, ours: `one of ${values.size} values of the schema` }];
  }
  const isEnum = REFUSAL_FIELDS.test(path) || (isOwn && ((fact?.values ?? null) !== null || (facts === null && SQUARE_ENUMS.test(path))));
  if (isEnum) return SETTINGS.test(path) ? [] : different(list(real.values), list(ours.values));
  const [a, b] = [formsOf(real, isOwn), formsOf(ours, isOwn)];
  return a === b || (!isOwn && (a === '' || b === '')) ? [] : [{ real: a, ours: b }];
}

const different = (real: string, ours: string): Omit<Found, 'path'>[] => (real === ours ? [] : [{ real, ours }]);

/** The forms of texts that count: of a store's own data only times and ids, since anything may be in a text. */
function formsOf({ forms }: Seen, isOwn: boolean): string {
  return list([...forms].filter((form) => isOwn || /^(?:time|gid)/u.test(form)));
}

function compareCost(path: string, real: Seen, ours: Seen): Omit<Found, 'path'>[] {
  if (path !== 'extensions.cost.requestedQueryCost') return [];
  const [a, b] = [real.largest, ours.largest];
  return Math.max(a, b) > COST_FACTOR * Math.min(a, b) && Math.max(a, b) > 20 ? [{ real: `${a} points`, ours: `${b} points` }] : [];
}
