/** A value that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; its members may be absent. */
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** Reads a JSON text; undefined when it is not one. */
export function parseJson(source: string): Json | undefined {
  try {
    // oxlint-disable-next-line no-unsafe-type-assertion -- JSON.parse yields exactly these shapes
    return JSON.parse(source) as Json;
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object (not null, not a list). */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a JSON list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** A member that is text, else null. */
export function textOf(from: JsonObject, name: string): string | null {
  const value = from[name];
  return typeof value === 'string' ? value : null;
}

/** A member that is a number, else null. */
export function numberOf(from: JsonObject, name: string): number | null {
  const value = from[name];
  return typeof value === 'number' ? value : null;
}

/** A member that is true or false, else null. */
export function flagOf(from: JsonObject, name: string): boolean | null {
  const value = from[name];
  return typeof value === 'boolean' ? value : null;
}

/** A member that is an object, else null. */
export function objectOf(from: JsonObject, name: string): JsonObject | null {
  const value = from[name];
  return isObject(value) ? value : null;
}

/** The objects of a member that is a list; empty when it is absent. */
export function objectsOf(from: JsonObject, name: string): JsonObject[] {
  const value = from[name];
  return isList(value) ? value.filter(isObject) : [];
}

/** The texts of a member that is a list; null when it is absent or null, which Square takes as 'no such filter'. */
export function textsOf(from: JsonObject, name: string): string[] | null {
  const value = from[name];
  return isList(value) ? value.filter((entry) => typeof entry === 'string') : null;
}

/** One text for equal values, whatever the order of their members: the identity of a request body. */
export function canonical(value: Json | undefined): string {
  if (isList(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value ?? null);
  const members = Object.keys(value).toSorted();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}
