import { isRecord } from '../../src/platforms/json';

/** What was seen at one place of one or several answers. */
export interface Seen {
  /** JSON types, with `absent` where some of the objects lack the field. */
  readonly types: Set<string>;
  /** Forms of texts: a time with its precision, an id, a number as text. */
  readonly forms: Set<string>;
  /** The texts themselves: only compared where they are enumerated. */
  readonly values: Set<string>;
  /** The largest number; -Infinity without one. */
  largest: number;
  /** How many objects hold the field. */
  holders: number;
}

/** Places by path, with `[]` for each list: `counts[].calculated_at`. The whole is ''. */
export type Shape = ReadonlyMap<string, Seen>;

const ABSENT = 'absent';

/** Returns the shape of bodies of the same call, taken together. */
export function shapeOf(bodies: readonly unknown[]): Shape {
  const shape = new Map<string, Seen>();
  for (const body of bodies) add(shape, '', body);
  markAbsent(shape);
  return shape;
}

function add(shape: Map<string, Seen>, path: string, value: unknown): void {
  const seen = shape.get(path) ?? { types: new Set(), forms: new Set(), values: new Set(), largest: -Infinity, holders: 0 };
  shape.set(path, seen);
  seen.types.add(typeOf(value));
  seen.holders += 1;
  if (typeof value === 'number') seen.largest = Math.max(seen.largest, value);
  if (typeof value === 'string') {
    seen.forms.add(formOf(value));
    seen.values.add(value);
  }
  if (Array.isArray(value)) for (const one of value) add(shape, `${path}[]`, one);
  else if (isRecord(value)) for (const [name, one] of Object.entries(value)) add(shape, path === '' ? name : `${path}.${name}`, one);
}

/** Returns the path of the object or list that holds a place; null for the whole. */
export function holderOf(path: string): string | null {
  if (path === '') return null;
  if (path.endsWith('[]')) return path.slice(0, -2);
  const dot = path.lastIndexOf('.');
  return dot === -1 ? '' : path.slice(0, dot);
}

function markAbsent(shape: Map<string, Seen>): void {
  const objects = new Map<string, number>();
  for (const [path, { types, holders }] of shape) if (types.has('object')) objects.set(path, types.size === 1 ? holders : -1);
  for (const [path, seen] of shape) {
    const holder = holderOf(path);
    const count = holder === null || path.endsWith('[]') ? undefined : objects.get(holder);
    // -1: next to objects there were nulls, which do not lack the field; the count cannot tell then.
    if (count !== undefined && count > seen.holders) seen.types.add(ABSENT);
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/u;
const PRECISION: ReadonlyMap<number, string> = new Map([
  [0, 'seconds'],
  [3, 'milliseconds'],
  [6, 'microseconds'],
  [9, 'nanoseconds'],
]);

/** Returns the form of a text, in words. */
export function formOf(text: string): string {
  const time = TIME.exec(text);
  if (time !== null) {
    const digits = time[1]?.length ?? 0;
    return `time in ${PRECISION.get(digits) ?? `${digits} decimals`} ${time[2] === 'Z' ? 'UTC' : 'with an offset'}`;
  }
  const gid = /^gid:\/\/shopify\/(\w+)\/\d+(\?\w+=\d+)?$/u.exec(text);
  if (gid !== null) return `gid of ${gid[1]}${gid[2] === undefined ? '' : ' with a query'}`;
  if (/^-?\d+(?:\.\d+)?$/u.test(text)) return 'number as text';
  if (/^https?:\/\//u.test(text)) return 'address';
  return text === '' ? 'empty text' : 'text';
}
