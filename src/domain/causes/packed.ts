import { cleanName, parseCauseKind, type Cause, type ExplainedLine } from './cause';

/** The most line numbers that one row spans, so that the row of a line is found without reading all rows. */
export const LONGEST_SPAN = 1_000;

/** Causes as they are stored: one row for many lines. */
export interface PackedCauses {
  readonly first: number;
  readonly last: number;
  /** JSON: a list of [line, kind, application, kinds of merged changes or null, team member or null, order's name, order's ID]. */
  readonly causes: string;
}

/** Packs the causes of lines into as few rows as their numbers allow. */
export function packCauses(explained: readonly ExplainedLine[]): PackedCauses[] {
  const groups: ExplainedLine[][] = [];
  for (const line of explained.toSorted((a, b) => a.seq - b.seq)) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && line.seq - group[0].seq < LONGEST_SPAN) group.push(line);
    else groups.push([line]);
  }
  return groups.map((group) => ({
    first: group[0]?.seq ?? 0,
    last: group.at(-1)?.seq ?? 0,
    causes: JSON.stringify(group.map(({ seq, cause }) => packCause(seq, cause))),
  }));
}

function packCause(seq: number, { kind, by, parts, person, order }: Cause): readonly unknown[] {
  if (order !== undefined) return [seq, kind, by, parts ?? null, person ?? null, order.name, order.id];
  if (person !== undefined) return [seq, kind, by, parts ?? null, person];
  return parts === undefined ? [seq, kind, by] : [seq, kind, by, parts];
}

/** Returns the IDs of the orders that a row names. */
export function ordersIn(causes: string): string[] {
  return unpackCauses(causes).flatMap(([, { order }]) => (order === undefined ? [] : [order.id]));
}

/** Returns the causes of a row without the orders of these IDs. */
export function withoutOrders(causes: string, ids: ReadonlySet<string>): string {
  return JSON.stringify(
    entriesOf(causes).map((entry) => {
      const id = entry[6];
      return typeof id === 'string' && ids.has(id) ? entry.slice(0, 5) : entry;
    }),
  );
}

function entriesOf(causes: string): readonly (readonly unknown[])[] {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written only by `packCauses`, as a list of lists
  return JSON.parse(causes) as readonly (readonly unknown[])[];
}

/** Returns the causes in a row by line; leaves out entries that it cannot read, such as a kind of a later release. */
export function unpackCauses(causes: string): [number, Cause][] {
  return entriesOf(causes).flatMap(([seq, kindText, by, parts, person, name, id]): [number, Cause][] => {
    const kind = parseCauseKind(kindText);
    if (typeof seq !== 'number' || kind === null || typeof by !== 'string') return [];
    const known = Array.isArray(parts) ? parts.flatMap((part: unknown) => parseCauseKind(part) ?? []) : null;
    return [
      [
        seq,
        {
          kind,
          by: cleanName(by),
          ...(typeof person === 'string' && { person: cleanName(person) }),
          ...(typeof name === 'string' && typeof id === 'string' && { order: { id, name: cleanName(name) } }),
          ...(known !== null && { parts: known }),
        },
      ],
    ];
  });
}
