import { otherSource, type Source } from '../source';
import { OTHERS_WITHIN_MS, type Maker, type TimedChange } from './maker';
import type { Match, Original } from './silence-test';
import type { CopiedChange } from './verdict';

/** A change whose platform is to be asked who made it. */
export interface AskedChange extends TimedChange {
  /** Its number in the watch. */
  readonly id: number;
  readonly source: Source;
  /** How many changes of that platform looked copied within `OTHERS_WITHIN_MS` before it. */
  readonly copies: number;
}

/** Makes matches, and keeps the questions about them until they are taken. */
export class AskedChanges {
  #asked: AskedChange[] = [];
  #ids = 0;

  /**
   * Returns the match of the latest of these copies, made at these times of its platform, and what it repeats. Asks about it, and about what it
   * repeats unless that is our own write. `rate`: how often customers make that change, per ms.
   */
  match(original: Original, copies: readonly CopiedChange[], times: TimedChange, rate: number): Match {
    const { side, delta, at: now } = copies.at(-1) ?? { ...original, side: otherSource(original.source) };
    const changes = [{ source: side, ...times }, ...(original.times === null ? [] : [{ source: original.source, ...original.times }])];
    const countOf = (source: Source): number => copies.filter((one) => one.side === source && now - one.at < OTHERS_WITHIN_MS).length;
    const asked = changes.map((change) => ({ ...change, id: (this.#ids += 1), copies: countOf(change.source) }));
    this.#asked.push(...asked);
    const isEcho = original.ours !== null && original.isAlone;
    return { side, delta, isEcho, rate, afterMs: now - original.at, changes: asked.map(({ id }) => ({ id, maker: null })) };
  }

  /** Returns what was not asked yet. */
  take(): readonly AskedChange[] {
    const asked = this.#asked;
    this.#asked = [];
    return asked;
  }
}

/** Notes in the matches who made a change. */
export function noteMaker(matches: readonly Match[], id: number, maker: Maker): void {
  for (const { changes } of matches) for (const one of changes) if (one.id === id) one.maker = maker;
}
