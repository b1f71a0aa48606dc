import type { Result } from '../../domain/result';
import type { Failure, FailureCode } from './rpc/failure';
import type { Outcome } from './sku-outcomes';
import { failureText } from './state/calls';

/** Rows that are applied at the same time: one waits for the platform while the other's answer is on its way. */
const AT_ONCE = 2;

/** Refusals of one row. Any other failure would meet the next row as well. */
const OF_ONE_ROW: readonly FailureCode[] = ['invalid_argument', 'not_found', 'already_exists', 'failed_precondition', 'out_of_range'];

/** So many refusals in a row with the same words are not about single rows: the platform is not connected, for example. */
const SAME_REFUSALS = 5;

/** The calls that apply rows, and who follows and ends them. */
export interface ApplyOptions<Row> {
  /** Reads whether a row is no longer what was shown, so that it is left alone. */
  readonly isChanged: (row: Row) => Promise<Result<boolean, Failure>>;
  readonly save: (row: Row) => Promise<Result<unknown, Failure>>;
  readonly isStopped: () => boolean;
  readonly onProgress: (done: number) => void;
}

/** The result of applying rows. */
export interface Applied {
  /** By the rows' IDs. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** The failure that ended it early; null when none did. */
  readonly failure: Failure | null;
}

/** Applies rows in their order, two at once. Ends at a failure that is not about a single row, or when it is stopped. */
export async function applyRows<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { isChanged, save, isStopped, onProgress }: ApplyOptions<Row>,
): Promise<Applied> {
  const outcomes = new Map<string, Outcome>();
  const queue = rows.values();
  let failure: Failure | null = null;
  let same = { message: '', count: 0 };

  const refuse = (error: Failure): Outcome => {
    same = { message: error.message, count: same.message === error.message ? same.count + 1 : 1 };
    if (error.code === 'failed_precondition' && same.count >= SAME_REFUSALS) failure ??= error;
    return { kind: 'refused', message: failureText(error) };
  };

  /** Returns the outcome; null when the row was not tried. */
  const apply = async (row: Row): Promise<Outcome | null> => {
    const changed = await isChanged(row);
    if (!changed.ok) {
      if (OF_ONE_ROW.includes(changed.error.code)) return refuse(changed.error);
      failure ??= changed.error;
      return null;
    }
    if (failure !== null) return null;
    if (changed.value) return { kind: 'changed' };
    const saved = await save(row);
    if (saved.ok) {
      same = { message: '', count: 0 };
      return { kind: 'set' };
    }
    if (OF_ONE_ROW.includes(saved.error.code)) return refuse(saved.error);
    failure ??= saved.error;
    return { kind: 'unconfirmed', message: failureText(saved.error) };
  };

  const work = async (): Promise<void> => {
    while (failure === null && !isStopped()) {
      const { value: row, done } = queue.next();
      if (done === true) return;
      const outcome = await apply(row);
      if (outcome === null) continue;
      outcomes.set(row.id, outcome);
      onProgress(outcomes.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { outcomes, failure };
}
