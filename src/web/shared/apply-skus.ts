import { ok, type Result } from '../../domain/result';
import { applyRows, type Applied, type ApplyOptions } from './apply-rows';
import type { Failure } from './rpc/failure';

/** A variant whose SKU is set, and the SKU that it had when that was shown. */
interface SkuWrite {
  readonly id: string;
  readonly variant: { readonly sku: string };
}

/** The calls that set SKUs, and who follows and ends them. */
export interface ApplySkuOptions<Step extends SkuWrite> extends Omit<ApplyOptions<Step>, 'isChanged'> {
  /** Reads the SKU that a variant has now; null when the platform no longer has the variant. */
  readonly read: (step: Step) => Promise<Result<string | null, Failure>>;
}

/** Sets SKUs as `applyRows` applies rows, each only if the variant still has the SKU that was shown. */
export async function applySteps<Step extends SkuWrite>(
  steps: readonly Step[],
  { read, ...options }: ApplySkuOptions<Step>,
): Promise<Applied> {
  return applyRows(steps, {
    ...options,
    isChanged: async (step) => {
      const now = await read(step);
      return now.ok ? ok(now.value?.trim() !== step.variant.sku.trim()) : now;
    },
  });
}
