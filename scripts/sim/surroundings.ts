import type { Source } from '../../src/domain/source';
import type { LogAnswer, QuantitiesAnswer } from '../../src/domain/sync/engine/effects';
import type { LinkedLevel } from '../../src/domain/sync/linked-level';
import type { ReadAnswer, WriteAnswer, WriteRequest } from '../../src/domain/sync/write';
import type { Agenda } from './agenda';
import type { SimPlatform } from './platform';
import type { Random } from './random';
import type { Scenario } from './scenario';
import type { Truth } from './truth';

/**
 * The environment of an account: time, randomness, both platforms over unreliable connections, and the record of what actually happened.
 */
export interface Surroundings {
  readonly scenario: Scenario;
  readonly random: Random;
  readonly agenda: Agenda;
  readonly platforms: Readonly<Record<Source, SimPlatform>>;
  readonly truth: Truth;
  /** Receives a step for display; null when tracing is off. */
  readonly trace: ((line: () => string) => void) | null;
  /** Records that an invariant broke. */
  fail(what: string): void;
  /** Returns whether each side has an item's SKU exactly once. */
  mayLink(index: number): boolean;
  /** Describes a linked level on one line, for display. */
  describe(cell: LinkedLevel): string;
  adjust(source: Source, request: WriteRequest, heard: (answer: WriteAnswer | null) => void): void;
  read(source: Source, stockIds: readonly string[], heard: (answer: ReadAnswer | null) => void): void;
  classify(stockIds: readonly string[], heard: (answer: QuantitiesAnswer | null) => void): void;
  log(stockIds: readonly string[], since: number, heard: (answer: LogAnswer | null) => void): void;
  lookUp(source: Source, request: WriteRequest, heard: (answer: readonly (boolean | null)[] | 'later' | null) => void): void;
}
