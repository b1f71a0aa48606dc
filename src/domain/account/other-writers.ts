import type { Instant } from '../instant';

/** How far back changes by other applications are counted, in ms. */
export const WRITERS_SPAN_MS = 30 * 86_400_000;
/** The most applications that are kept; a seller has a few. */
export const MOST_WRITERS = 50;

/** An application, neither ours nor Square's own, that changed stock on Square. */
export interface OtherWriter {
  /** The application's ID at Square; '' when Square states none. */
  readonly id: string;
  /** Its name; '' when Square states none. */
  readonly name: string;
  /** Number of changes, of whatever size. */
  readonly changes: number;
  readonly first: Instant;
  readonly last: Instant;
}

/** One change of stock by another application. */
export interface WriterChange {
  readonly id: string;
  readonly name: string;
  readonly at: Instant;
}

/** Returns the applications behind some changes, the busiest first, each with its latest name. Without an ID, the name tells them apart. */
export function countWriters(changes: Iterable<WriterChange>): OtherWriter[] {
  const found = new Map<string, OtherWriter>();
  for (const { id, name, at } of changes) {
    const key = id === '' ? `name ${name}` : `id ${id}`;
    const known = found.get(key);
    const isLater = known === undefined || at >= known.last;
    found.set(key, {
      id,
      name: isLater && name !== '' ? name : (known?.name ?? name),
      changes: (known?.changes ?? 0) + 1,
      first: Math.min(at, known?.first ?? at),
      last: Math.max(at, known?.last ?? at),
    });
  }
  return [...found.values()].toSorted((a, b) => b.changes - a.changes).slice(0, MOST_WRITERS);
}

/** What tells an application apart from others that the merchant knows of. */
export const writerKey = ({ id, name }: Pick<OtherWriter, 'id' | 'name'>): string => (id === '' ? name : id);
