/** A platform whose stock we keep in step, by the source value that proto, tables and screens use. */
export type Source = 'shopify' | 'square';

/** Both sources, in the order in which screens show them. */
export const SOURCES: readonly Source[] = ['shopify', 'square'];

/** The side across from `source`. */
export function otherSource(source: Source): Source {
  return source === 'shopify' ? 'square' : 'shopify';
}

/** The source named by a text from outside, or null when it names none. */
export function parseSource(text: string): Source | null {
  return text === 'shopify' || text === 'square' ? text : null;
}

/** The platform's name as people write it. */
export function sourceName(source: Source): string {
  return source === 'shopify' ? 'Shopify' : 'Square';
}
