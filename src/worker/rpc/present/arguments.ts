import { ALL_VIEWS, type InventoryView } from '../../../domain/catalog/joined';
import type { Instant } from '../../../domain/instant';
import { ok, refuse, type Answer } from '../../../domain/result';
import { parseSource, type Source } from '../../../domain/source';
import type { IssueType } from '../../../durable/api/account-api';
import type { TableRequest } from '../../../gen/sh/common_pb';
import { parseTime } from '../../../platforms/time';

/** Reads a `source` field. */
export function readSource(field: string, text: string): Answer<Source> {
  const source = parseSource(text);
  return source === null ? refuse('invalid_argument', `${field} must be 'shopify' or 'square', not ${quote(text)}.`) : ok(source);
}

/** Reads a `view` field; '' means all. */
export function readView(text: string): Answer<InventoryView> {
  return readOneOf('view', text || 'all', ALL_VIEWS);
}

const ISSUE_TYPES: readonly IssueType[] = ['missing_skus', 'duplicate_skus', 'inventory_disabled'];

/** Reads an `issue_type` field. */
export function readIssueType(text: string): Answer<IssueType> {
  return readOneOf('issue_type', text, ISSUE_TYPES);
}

/** What a method's table allows. */
export interface TableRules<Column extends string> {
  readonly defaultLimit: number;
  readonly columns: readonly Column[];
  readonly defaultSort: { readonly column: Column; readonly descending: boolean };
}

/** A table request after parsing. */
export interface Table<Column extends string> {
  readonly limit: number;
  readonly page: number;
  readonly sort: { readonly column: Column; readonly descending: boolean };
}

/** Most rows that any table returns at once. */
const MAX_LIMIT = 1000;

/** Reads a row limit: 0 means the default, more than the cap means the cap. */
export function readLimit(field: string, limit: number, defaultLimit: number): Answer<number> {
  if (limit < 0) return refuse('invalid_argument', `${field} must not be negative.`);
  return ok(limit === 0 ? defaultLimit : Math.min(limit, MAX_LIMIT));
}

/** Reads a `table` field; an unset one means the first page in the default order. */
export function readTable<Column extends string>(table: TableRequest | undefined, rules: TableRules<Column>): Answer<Table<Column>> {
  const limit = readLimit('table.limit', table?.limit ?? 0, rules.defaultLimit);
  if (!limit.ok) return limit;
  const page = table?.page ?? 0;
  if (page < 0) return refuse('invalid_argument', 'table.page must not be negative.');
  const text = table?.sort ?? '';
  if (text === '') return ok({ limit: limit.value, page, sort: rules.defaultSort });
  const descending = text.startsWith('-');
  const column = rules.columns.find((known) => known === (descending ? text.slice(1) : text));
  if (column === undefined) {
    return refuse(
      'invalid_argument',
      `table.sort must be one of ${rules.columns.join(', ')}, with '-' before it for descending, not ${quote(text)}.`,
    );
  }
  return ok({ limit: limit.value, page, sort: { column, descending } });
}

/** Reads where a page starts: the id of the previous page's last entry. */
export function readCursor(text: string): Answer<number | null> {
  if (text === '') return ok(null);
  return /^[1-9]\d{0,14}$/u.test(text) ? ok(Number(text)) : refuse('invalid_argument', 'cursor must come from an earlier page.');
}

/** Reads a time; null for ''. */
export function readTime(field: string, text: string): Answer<Instant | null> {
  const time = parseTime(text);
  if (text === '' || time !== null) return ok(time);
  return refuse('invalid_argument', `${field} must be a time in RFC 3339, as in 2026-11-20T12:00:00Z.`);
}

/** Reads a field that names one of several values. */
export function readOneOf<V extends string>(field: string, text: string, values: readonly V[]): Answer<V> {
  const value = values.find((known) => known === text);
  return value === undefined ? refuse('invalid_argument', `${field} must be one of ${values.join(', ')}, not ${quote(text)}.`) : ok(value);
}

/** Reads a free text with a bound on its length, in characters. */
export function readText(field: string, text: string, longest: number): Answer<string> {
  return text.length > longest ? refuse('invalid_argument', `${field} must not be longer than ${longest} characters.`) : ok(text);
}

/** Returns the caller's own text for use within a message: shortened, and in quotes. */
function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
