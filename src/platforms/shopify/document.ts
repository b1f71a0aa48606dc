/** One GraphQL operation that we send, under the name that Shopify logs it by. */
export interface GraphqlDocument {
  readonly name: string;
  readonly source: string;
}

/** An operation from its source: its name read out of it, its white space folded. */
export function document(source: string): GraphqlDocument {
  const name = /^\s*(?:query|mutation)\s+(\w+)/u.exec(source)?.[1] ?? '';
  return { name, source: source.replaceAll(/\s+/gu, ' ').trim() };
}
