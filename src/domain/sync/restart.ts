import type { Instant } from '../instant';
import { SOURCES, type Source } from '../source';
import { cellOf, NEVER_STATED, restingSide, UNKNOWN_SIDE, type Cell, type CellSide, type Op } from './cell';
import { foundFlight, type Flight } from './flight';

/** The cells whose ops travelled in one request, by the op's index, and the flight made again from them. */
export interface FoundFlight {
  readonly flight: Flight;
  readonly members: readonly { readonly cell: string | number; readonly op: Op }[];
  /** False when an op of the request is missing: its bytes cannot be rebuilt. */
  readonly whole: boolean;
}

/**
 * What was in flight when the object died: every stored op of the present epoch, grouped into the requests that carried
 * them. Each is ambiguous: it is sent again with the same key and bytes, and its side is read afterwards.
 */
export function restart(cells: Iterable<readonly [string | number, Cell]>, epoch: number, now: Instant): FoundFlight[] {
  const found = new Map<string, { source: Source; members: { cell: string | number; op: Op }[] }>();
  for (const [id, cell] of cells) {
    for (const source of SOURCES) {
      const { op, frozen } = cell[source];
      if (op === null || frozen || op.epoch !== epoch) continue;
      const group = found.get(op.key) ?? { source, members: [] };
      group.members.push({ cell: id, op });
      found.set(op.key, group);
    }
  }
  return [...found].map(([key, { source, members }]) => {
    members.sort((a, b) => a.op.index - b.op.index);
    const [first] = members;
    return {
      flight: foundFlight(source, key, first?.op.firstSent ?? 0, now),
      members,
      whole: members.every((member, index) => member.op.index === index) && members.length === (first?.op.count ?? 0),
    };
  });
}

/**
 * The cell from which a new epoch of the same pair starts: nothing of before is owed. What a side came to whose last write
 * nobody answered, whose level was in doubt, or which has never stated one, is not known: it begins from the next read, not from a change.
 */
export function beginAgain(cell: Cell): Cell {
  return cellOf(sideAgain(cell.shopify), sideAgain(cell.square));
}

function sideAgain(side: CellSide): CellSide {
  const certain = side.op === null && !side.doubt && side.seen !== NEVER_STATED;
  return certain ? restingSide(side.acc, side.seen) : { ...UNKNOWN_SIDE, doubt: true };
}
