import { changedSince } from './changed-since';
import type { ProductLabels } from './product-labels';

/** The most characters of a search with its filters. */
export const MAX_SEARCH = 1_000;

/** The labels of products that variants can be filtered by. */
export const LABEL_KINDS = ['vendor', 'type', 'tag'] as const;

export type LabelKind = (typeof LABEL_KINDS)[number];

/** What variants can be filtered by: labels of their products, and since when a quantity has changed. */
export const FILTER_KINDS = [...LABEL_KINDS, 'changed'] as const;

export type FilterKind = (typeof FILTER_KINDS)[number];

/** A filter by a label: the whole value counts, whatever its case. */
export interface LabelFilter {
  readonly kind: LabelKind;
  readonly value: string;
}

/** A filter by the time of a quantity's last change: a value that `changedSince` reads. */
export interface ChangedFilter {
  readonly kind: 'changed';
  readonly value: string;
}

export type Filter = LabelFilter | ChangedFilter;

/** A search as people type it: words, and filters as in Shopify's own search (`vendor:Acme tag:"new in" changed:7d`). */
export interface SearchQuery {
  readonly text: string;
  readonly filters: readonly Filter[];
}

/** A filter: a value in quotes, where a backslash keeps the quote after it, or one without spaces. */
const FILTER = /(?<![^\s])(vendor|type|tag|changed):(?:"((?:[^"\\]|\\.)*)"|(\S+))/giu;

/**
 * Reads a search. What is no filter is text: a prefix of another name, one before a space, one within a word, and a time that cannot be read. Empty quotes say
 * nothing.
 */
export function readSearch(query: string): SearchQuery {
  const filters: Filter[] = [];
  const text = query.replaceAll(FILTER, (written, kind: string, quoted: string | undefined, bare: string | undefined) => {
    const value = (quoted?.replaceAll(/\\(.)/gu, '$1') ?? bare?.replaceAll('"', '') ?? '').trim();
    const known = FILTER_KINDS.find((one) => one === kind.toLowerCase());
    if (known === 'changed' && value !== '' && changedSince(value, 0) === null) return written;
    if (known !== undefined && value !== '' && !filters.some((one) => isSame(one, { kind: known, value })))
      filters.push({ kind: known, value });
    return ' ';
  });
  return { text: text.trim().replaceAll(/\s+/gu, ' '), filters };
}

/** Writes a search: its filters before its text. Reading it again returns the same. */
export function writeSearch({ text, filters }: SearchQuery): string {
  const written = filters.map(
    ({ kind, value }) => `${kind}:${/^[^\s"\\]+$/u.test(value) ? value : `"${value.replaceAll(/["\\]/gu, '\\$&')}"`}`,
  );
  return [...written, text.trim()].filter((part) => part !== '').join(' ');
}

/** Returns a product's values of a kind, as they are written. */
export function valuesOf({ vendor, productType, tags }: ProductLabels, kind: LabelKind): readonly string[] {
  switch (kind) {
    case 'vendor':
      return vendor === '' ? [] : [vendor];
    case 'type':
      return productType === '' ? [] : [productType];
    case 'tag':
      return tags;
  }
}

/** Returns whether two filters select the same variants. */
export function isSame(a: Filter, b: Filter): boolean {
  return a.kind === b.kind && foldValue(a.value) === foldValue(b.value);
}

/** Returns a label as filters compare it. */
export function foldValue(value: string): string {
  return value.trim().toLowerCase();
}
