import type { ProductLabels } from './product-labels';

/** The most characters of a search with its filters. */
export const MAX_SEARCH = 1_000;

/** What variants can be filtered by: labels of their products. */
export const FILTER_KINDS = ['vendor', 'type', 'tag'] as const;

export type FilterKind = (typeof FILTER_KINDS)[number];

/** A filter: the whole value counts, whatever its case. */
export interface Filter {
  readonly kind: FilterKind;
  readonly value: string;
}

/** A search as people type it: words, and filters as in Shopify's own search (`vendor:Acme tag:"new in"`). */
export interface SearchQuery {
  readonly text: string;
  readonly filters: readonly Filter[];
}

/** A filter: a value in quotes, where a backslash keeps the quote after it, or one without spaces. */
const FILTER = /(?<![^\s])(vendor|type|tag):(?:"((?:[^"\\]|\\.)*)"|(\S+))/giu;

/** Reads a search. What is no filter is text: a prefix of another name, one before a space, and one within a word. Empty quotes say nothing. */
export function readSearch(query: string): SearchQuery {
  const filters: Filter[] = [];
  const text = query.replaceAll(FILTER, (_, kind: string, quoted: string | undefined, bare: string | undefined) => {
    const value = (quoted?.replaceAll(/\\(.)/gu, '$1') ?? bare?.replaceAll('"', '') ?? '').trim();
    const known = FILTER_KINDS.find((one) => one === kind.toLowerCase());
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
export function valuesOf({ vendor, productType, tags }: ProductLabels, kind: FilterKind): readonly string[] {
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
