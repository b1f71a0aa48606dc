/** A JSON object whose fields are not yet known. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Parses JSON from outside; returns `undefined` (which JSON cannot express) when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON from outside like `parseJson`, except that a whole number of 2^53 or more, which a number cannot
 * represent exactly, is returned as the text of its digits: the ids in Shopify's own samples are that large.
 */
export function parseExactJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text, exactly);
    return value;
  } catch {
    return undefined;
  }
}

function exactly(_name: string, value: unknown, ...[context]: readonly { readonly source?: string }[]): unknown {
  const written = context?.source ?? '';
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/u.test(written) ? written : value;
}

/** Returns whether the value is a JSON object (not a list, not null). */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value at this path of nested objects; `undefined` as soon as a name is missing. */
export function at(value: unknown, ...names: readonly string[]): unknown {
  let here = value;
  for (const name of names) {
    if (!isRecord(here)) return undefined;
    here = here[name];
  }
  return here;
}

/** Returns the text at this path, or null. */
export function textAt(value: unknown, ...names: readonly string[]): string | null {
  const found = at(value, ...names);
  return typeof found === 'string' ? found : null;
}

/** Returns the finite number at this path, or null. */
export function numberAt(value: unknown, ...names: readonly string[]): number | null {
  const found = at(value, ...names);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** Returns the positive whole number at this path as text, however large; null when there is none. */
export function idAt(value: unknown, ...names: readonly string[]): string | null {
  const found = at(value, ...names);
  if (typeof found === 'number') return Number.isSafeInteger(found) && found > 0 ? String(found) : null;
  return typeof found === 'string' && /^[1-9]\d{0,19}$/u.test(found) ? found : null;
}

/** Returns the list at this path, or null. */
export function listAt(value: unknown, ...names: readonly string[]): readonly unknown[] | null {
  const found = at(value, ...names);
  return isList(found) ? found : null;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
