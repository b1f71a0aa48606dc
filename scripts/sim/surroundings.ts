import type { Source } from '../../src/domain/source';
import type { LinkedLevel } from '../../src/domain/sync/linked-level';
import type { ReadAnswer, WriteAnswer, WriteRequest } from '../../src/domain/sync/write';
import type { Agenda } from './agenda';
import type { SimPlatform } from './platform';
import type { Random } from './random';
import type { Scenario } from './scenario';
import type { Truth } from './truth';

/** What an account finds around it: time, chance, both platforms over bad lines, and somebody who knows what really happened. */
export interface Surroundings {
  readonly scenario: Scenario;
  readonly random: Random;
  readonly agenda: Agenda;
  readonly platforms: Readonly<Record<Source, SimPlatform>>;
  readonly truth: Truth;
  /** Tells a step to people; null when nobody listens. */
  readonly trace: ((line: () => string) => void) | null;
  /** An invariant broke. */
  fail(what: string): void;
  /** Whether each side holds an item's SKU once. */
  mayLink(index: number): boolean;
  /** A cell in a line, for people. */
  describe(cell: LinkedLevel): string;
  adjust(source: Source, request: WriteRequest, heard: (answer: WriteAnswer | null) => void): void;
  read(source: Source, stockIds: readonly string[], heard: (answer: ReadAnswer | null) => void): void;
  lookUp(source: Source, request: WriteRequest, heard: (answer: readonly (boolean | null)[] | 'later' | null) => void): void;
}
