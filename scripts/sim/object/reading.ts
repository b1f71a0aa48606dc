/** Returns a column's value as text; '' for null and blobs. Whole numbers lose the fraction that SQLite may show. */
export function textOf(value: SqlStorageValue | undefined): string {
  if (typeof value === 'string') return value.replace(/^(\d+)\.0$/u, '$1');
  return typeof value === 'number' ? String(value) : '';
}

/** Parses JSON that the product or the sandbox has written, as the type that the caller names. */
export function readJson<T>(text: string): T {
  return JSON.parse(text) as T;
}
