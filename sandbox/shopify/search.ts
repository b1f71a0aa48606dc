import { GraphQLError } from 'graphql';

import { numberOf } from './gid';

/** Maps one field of the search syntax to a column. */
export interface SearchField {
  readonly column: string;
  readonly kind: 'text' | 'time' | 'number' | 'flag';
}

/** A search as SQL: `where` starts with ' and', or is ''. */
export interface SearchSql {
  readonly where: string;
  readonly values: readonly (string | number)[];
}

interface Term {
  readonly field: string | null;
  readonly operator: ':' | ':>' | ':>=' | ':<' | ':<=';
  readonly value: string;
  readonly negated: boolean;
}

const TERM = /(-)?(?:([a-z_]+)(:>=|:<=|:>|:<|:))?(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s"']+))/y;

function refuse(message: string): never {
  throw new GraphQLError(`Search query: ${message}`, { extensions: { code: 'INVALID_SEARCH' } });
}

/** Returns a keyword of the syntax, or null. */
function keyword(match: RegExpExecArray): 'AND' | 'OR' | 'unknown' | null {
  const [, , field, , , , bare] = match;
  if (field !== undefined || bare === undefined) return null;
  if (bare === 'AND' || bare === 'OR') return bare;
  return bare === 'NOT' || bare.startsWith('(') ? 'unknown' : null;
}

function toTerm(match: RegExpExecArray): Term {
  const [whole, minus, field, operator, double, single, bare] = match;
  const known = ([':>=', ':<=', ':>', ':<'] as const).find((sign) => sign === operator) ?? ':';
  if (known !== ':' && bare?.includes(':') === true) refuse(`the time in ${whole} must be quoted`);
  const value = (double ?? single)?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '';
  return { field: field ?? null, operator: known, value, negated: minus !== undefined };
}

/** Returns the alternatives of a query, which OR separates; all terms of one alternative must match. */
function alternatives(query: string): Term[][] {
  const found: Term[][] = [[]];
  let at = 0;
  while (at < query.length) {
    if (/\s/.test(query.charAt(at))) {
      at += 1;
      continue;
    }
    TERM.lastIndex = at;
    const match = TERM.exec(query);
    if (match === null) refuse(`cannot be read from '${query.slice(at, at + 20)}' on`);
    at = TERM.lastIndex;
    const word = keyword(match);
    if (word === 'unknown') refuse(`the sandbox does not implement ${match[0]}; terms are joined by AND or OR`);
    if (word === 'OR') found.push([]);
    if (word === null) found.at(-1)?.push(toTerm(match));
  }
  return found;
}

const SQL_OPERATOR = { ':': '=', ':>': '>', ':>=': '>=', ':<': '<', ':<=': '<=' } as const;

function valueFor(term: Term, field: SearchField): string | number {
  switch (field.kind) {
    case 'text':
      return term.value;
    case 'flag':
      return term.value === 'true' ? 1 : 0;
    case 'time': {
      const time = Date.parse(term.value);
      return Number.isNaN(time) ? refuse(`${term.value} is no time`) : time;
    }
    case 'number': {
      const type = /^gid:\/\/shopify\/([A-Za-z]+)\//.exec(term.value)?.[1];
      const id = type === undefined ? Number(term.value) : numberOf(type, term.value);
      return id === null || !Number.isFinite(id) ? refuse(`${term.value} is no id`) : id;
    }
  }
}

/** Returns one term as a condition. */
function termSql(term: Term, fields: Readonly<Record<string, SearchField>>, free: readonly string[]): SearchSql {
  const not = term.negated ? 'not ' : '';
  if (term.field === null) {
    const anywhere = free.map((column) => `coalesce(${column}, '') like '%' || ? || '%'`).join(' or ');
    return { where: `${not}(${anywhere})`, values: free.map(() => term.value) };
  }
  const field = fields[term.field];
  if (field === undefined) refuse(`the sandbox does not know the filter ${term.field}; known: ${Object.keys(fields).join(', ')}`);
  if (field.kind === 'text' && term.value.endsWith('*')) {
    return { where: `${not}(coalesce(${field.column}, '') like ? || '%')`, values: [term.value.slice(0, -1)] };
  }
  return { where: `${not}(${field.column} ${SQL_OPERATOR[term.operator]} ?)`, values: [valueFor(term, field)] };
}

/**
 * Converts Shopify's search syntax to SQL over known fields; a term without a field is searched in the columns of `free`. Refuses unknown
 * fields.
 */
export function searchSql(
  query: string | null | undefined,
  fields: Readonly<Record<string, SearchField>>,
  free: readonly string[],
): SearchSql {
  const groups = alternatives(query ?? '').map((terms) => terms.map((term) => termSql(term, fields, free)));
  if (groups.every((group) => group.length === 0)) return { where: '', values: [] };
  if (groups.some((group) => group.length === 0)) refuse('OR needs a term on both sides');
  const where = groups.map((group) => `(${group.map((one) => one.where).join(' and ')})`).join(' or ');
  return { where: ` and (${where})`, values: groups.flat().flatMap((one) => one.values) };
}
