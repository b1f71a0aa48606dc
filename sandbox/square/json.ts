/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; its members may be absent. */
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** Parses a JSON text; undefined when it is not valid JSON. */
export function parseJson(source: string): Json | undefined {
  try {
    // oxlint-disable-next-line no-unsafe-type-assertion -- JSON.parse yields exactly these shapes
    return JSON.parse(source) as Json;
  } catch {
    return undefined;
  }
}

/** Returns whether a value is a JSON object (not null, not a list). */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns whether a value is a JSON list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns a string member; null for anything else. */
export function textOf(from: JsonObject, name: string): string | null {
  const value = from[name];
  return typeof value === 'string' ? value : null;
}

/** Returns a number member; null for anything else. */
export function numberOf(from: JsonObject, name: string): number | null {
  const value = from[name];
  return typeof value === 'number' ? value : null;
}

/** Returns a boolean member; null for anything else. */
export function flagOf(from: JsonObject, name: string): boolean | null {
  const value = from[name];
  return typeof value === 'boolean' ? value : null;
}

/** Returns an object member; null for anything else. */
export function objectOf(from: JsonObject, name: string): JsonObject | null {
  const value = from[name];
  return isObject(value) ? value : null;
}

/** Returns the objects of a list member; empty when it is absent. */
export function objectsOf(from: JsonObject, name: string): JsonObject[] {
  const value = from[name];
  return isList(value) ? value.filter(isObject) : [];
}

/** Returns the strings of a list member; null when it is absent or null, which Square treats as no filter. */
export function textsOf(from: JsonObject, name: string): string[] | null {
  const value = from[name];
  return isList(value) ? value.filter((entry) => typeof entry === 'string') : null;
}

/** Returns the same text for equal values, whatever the order of their members: the identity of a request body. */
export function canonical(value: Json | undefined): string {
  if (isList(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value ?? null);
  const members = Object.keys(value).toSorted();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}
