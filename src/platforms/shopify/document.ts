/** One GraphQL operation that we send, with the name that Shopify logs it by. */
export interface GraphqlDocument {
  readonly name: string;
  readonly source: string;
}

/** Creates an operation from its source: extracts its name and collapses white space. */
export function document(source: string): GraphqlDocument {
  const name = /^\s*(?:query|mutation)\s+(\w+)/u.exec(source)?.[1] ?? '';
  return { name, source: source.replaceAll(/\s+/gu, ' ').trim() };
}
