import type { Result } from '../../domain/result';
import type { Failure, FailureCode } from './rpc/failure';
import type { Outcome } from './sku-outcomes';
import { failureText } from './state/calls';

/** Variants whose SKUs are set at the same time: one waits for the platform while the other's answer is on its way. */
const AT_ONCE = 2;

/** Refusals of one SKU or variant. Any other failure would meet the next row as well. */
const OF_ONE_ROW: readonly FailureCode[] = ['invalid_argument', 'not_found', 'already_exists', 'failed_precondition', 'out_of_range'];

/** So many refusals in a row with the same words are not about single rows: the platform is not connected, for example. */
const SAME_REFUSALS = 5;

/** A variant whose SKU is set, and the SKU that it had when that was shown. */
interface SkuWrite {
  readonly id: string;
  readonly variant: { readonly sku: string };
}

/** The calls that set SKUs, and who follows and ends them. */
export interface ApplyOptions<Step extends SkuWrite> {
  /** Reads the SKU that a variant has now; null when the platform no longer has the variant. */
  readonly read: (step: Step) => Promise<Result<string | null, Failure>>;
  readonly save: (step: Step) => Promise<Result<unknown, Failure>>;
  readonly isStopped: () => boolean;
  readonly onProgress: (done: number) => void;
}

/** The result of an import. */
export interface Applied {
  /** By variant ID. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** The failure that ended it early; null when none did. */
  readonly failure: Failure | null;
}

/** Sets SKUs in their order, two at once. Ends at a failure that is not about a single row, or when it is stopped. */
export async function applySteps<Step extends SkuWrite>(
  steps: readonly Step[],
  { read, save, isStopped, onProgress }: ApplyOptions<Step>,
): Promise<Applied> {
  const outcomes = new Map<string, Outcome>();
  const queue = steps.values();
  let failure: Failure | null = null;
  let same = { message: '', count: 0 };

  const refuse = (error: Failure): Outcome => {
    same = { message: error.message, count: same.message === error.message ? same.count + 1 : 1 };
    if (error.code === 'failed_precondition' && same.count >= SAME_REFUSALS) failure ??= error;
    return { kind: 'refused', message: failureText(error) };
  };

  /** Returns the outcome; null when the row was not tried. */
  const apply = async (step: Step): Promise<Outcome | null> => {
    const now = await read(step);
    if (!now.ok) {
      if (OF_ONE_ROW.includes(now.error.code)) return refuse(now.error);
      failure ??= now.error;
      return null;
    }
    if (failure !== null) return null;
    if (now.value?.trim() !== step.variant.sku.trim()) return { kind: 'changed' };
    const saved = await save(step);
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
      const { value: step, done } = queue.next();
      if (done === true) return;
      const outcome = await apply(step);
      if (outcome === null) continue;
      outcomes.set(step.id, outcome);
      onProgress(outcomes.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { outcomes, failure };
}
