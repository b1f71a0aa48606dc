/** A platform whose stock we keep in sync, by the source value that proto, tables and screens use. */
export type Source = 'shopify' | 'square';

/** Both sources, in the order in which screens show them. */
export const SOURCES: readonly Source[] = ['shopify', 'square'];

/** Returns the other side of `source`. */
export function otherSource(source: Source): Source {
  return source === 'shopify' ? 'square' : 'shopify';
}

/** Parses the source named by a text from outside; null when it names none. */
export function parseSource(text: string): Source | null {
  return text === 'shopify' || text === 'square' ? text : null;
}

/** Returns the platform's name as people write it. */
export function sourceName(source: Source): string {
  return source === 'shopify' ? 'Shopify' : 'Square';
}
