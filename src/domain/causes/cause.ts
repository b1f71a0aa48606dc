import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';

/**
 * What changed a quantity, as the platform itself tells it. There is no kind for "unknown": a change without a cause has
 * none.
 */
export type CauseKind =
  /** Square: a sale. */
  | 'sold'
  /** Square: stock promised to an order that is not handed over yet. */
  | 'reserved'
  /** Square: returned by a customer, or a sale undone. */
  | 'returned'
  /** Square: a person counted what is there. */
  | 'counted'
  /** Square: received from a vendor, with a purchase order or receipt. */
  | 'received'
  /** Square: stock added without saying from where. Shopify: available and on hand rose alike. */
  | 'added'
  /** Square: damaged, lost, or stolen. */
  | 'lost'
  /** Square: moved between locations. */
  | 'transferred'
  /**
   * Shopify: available and on hand fell alike. Shopify does not tell a sale that is handed over at once from a count or
   * another correction, and neither does this.
   */
  | 'removed'
  /** Shopify: available became committed: an order. */
  | 'ordered'
  /** Shopify: committed became available again: an order or a part of one was canceled. */
  | 'canceled'
  /** Shopify: set aside (reserved, damaged, quality control, safety stock), still on hand. */
  | 'set-aside'
  /** Shopify: no longer set aside. */
  | 'released'
  /** Several changes arrived as one number. */
  | 'merged';

/** An order at Shopify, as far as anything is kept of it. */
export interface OrderName {
  /** Its number in IDs, e.g. "5678"; by it Shopify asks to delete what is kept. */
  readonly id: string;
  /** What the merchant calls it, e.g. "#1042" (`Order.name`). */
  readonly name: string;
}

/** A known cause. */
export interface Cause {
  readonly kind: CauseKind;
  /** The application or product that made the change, e.g. "Square Point of Sale"; '' when it is not stated. */
  readonly by: string;
  /** The team member who made it, e.g. "Dana R."; absent where the merchant does not let us read names, or it is not stated. */
  readonly person?: string;
  /** The order at Shopify; absent where the merchant does not let us read orders, or more than one may be meant. */
  readonly order?: OrderName;
  /** Of merged changes, the kinds that are known, each once. */
  readonly parts?: readonly CauseKind[];
}

/** A line of the history whose cause is wanted. */
export interface UnexplainedLine {
  readonly seq: number;
  readonly side: Source;
  readonly stockId: string;
  readonly delta: Quantity;
  readonly before: Quantity;
  readonly after: Quantity;
  /** The platform's own time of the number before; null while it is not known. */
  readonly since: Instant | null;
  /** The platform's own time of the number after. */
  readonly at: Instant;
  /** When the line was written, by our clock. */
  readonly noted: Instant;
}

/** A line with its cause. */
export interface ExplainedLine {
  readonly seq: number;
  readonly cause: Cause;
  /** When the change happened, by its platform's clock; the last one, when there were several. Absent where the platform does not tell. */
  readonly at?: Instant;
  /** Square's ID of the team member who made the change, or all of several; absent where it does not tell. */
  readonly member?: string;
}

/** All kinds of causes. */
export const CAUSE_KINDS: readonly CauseKind[] = [
  'sold',
  'reserved',
  'returned',
  'counted',
  'received',
  'added',
  'lost',
  'transferred',
  'removed',
  'ordered',
  'canceled',
  'set-aside',
  'released',
  'merged',
];

/** Returns the kind that a text names, or null. */
export function parseCauseKind(text: unknown): CauseKind | null {
  return CAUSE_KINDS.find((kind) => kind === text) ?? null;
}

/** The longest name that is kept, in characters. */
const LONGEST_NAME = 60;

/** Returns a person's name as it may be shown: the first name with the initial of the family name; '' when there is none. */
export function personName(given: string, family: string): string {
  const [first, last] = [cleanName(given), cleanName(family)];
  const [initial] = Array.from(last);
  if (first === '') return last;
  return initial === undefined ? first : cleanName(`${first} ${initial.toUpperCase()}.`);
}

/** Returns a known line with the name of its team member, if that is known. */
export function withPerson(line: ExplainedLine, names: ReadonlyMap<string, string>): ExplainedLine {
  const person = names.get(line.member ?? '') ?? '';
  return person === '' ? line : { ...line, cause: { ...line.cause, person } };
}

/**
 * Returns an application's name as it may be shown: on one line, without control or direction characters, at most 60
 * characters.
 */
export function cleanName(name: string): string {
  const plain = name
    .slice(0, 1_000)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const letters = Array.from(plain);
  return letters.length <= LONGEST_NAME
    ? plain
    : `${letters
        .slice(0, LONGEST_NAME - 1)
        .join('')
        .trimEnd()}…`;
}
