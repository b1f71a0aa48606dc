/** A JSON object whose fields are not yet known. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Parses JSON from outside; `undefined` (which JSON cannot say) when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Whether the value is a JSON object (no list, no null). */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value within nested objects under these names, `undefined` as soon as one is missing. */
export function at(value: unknown, ...names: readonly string[]): unknown {
  let here = value;
  for (const name of names) {
    if (!isRecord(here)) return undefined;
    here = here[name];
  }
  return here;
}

/** The text under these names, or null. */
export function textAt(value: unknown, ...names: readonly string[]): string | null {
  const found = at(value, ...names);
  return typeof found === 'string' ? found : null;
}

/** The finite number under these names, or null. */
export function numberAt(value: unknown, ...names: readonly string[]): number | null {
  const found = at(value, ...names);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** The list under these names, or null. */
export function listAt(value: unknown, ...names: readonly string[]): readonly unknown[] | null {
  const found = at(value, ...names);
  return isList(found) ? found : null;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
