import { useCallback, useState } from 'react';

import type { JoinedVariant } from '../../../gen/sh/common_pb';
import type { InventoryVariant, LevelOutcome, LevelStep } from '../../../gen/sh/inventory_pb';
import type { Failure } from '../../shared/rpc/failure';
import { useCall } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { nudgeStatusAtom } from '../../shared/state/session';
import { planQuantity, type LevelTarget, type ListedVariant } from './level-state';

/** The stage of leveling. */
export type LevelStage =
  | { readonly kind: 'choose' }
  | { readonly kind: 'preview'; readonly target: LevelTarget; readonly requested: readonly string[]; readonly steps: readonly LevelStep[] }
  | {
      readonly kind: 'result';
      readonly target: LevelTarget;
      readonly steps: readonly LevelStep[];
      readonly outcomes: readonly LevelOutcome[];
      /** By which it can be undone; '' when nothing was changed. */
      readonly bulkChangeId: string;
    };

/** The current stage of leveling, and what moves it on. */
export interface Leveling {
  readonly stage: LevelStage;
  readonly busy: boolean;
  readonly failure: Failure | null;
  /** Plans all variants, or only those of `ids`. */
  readonly plan: (target: LevelTarget, ids?: readonly string[]) => Promise<void>;
  readonly apply: (target: LevelTarget, steps: readonly LevelStep[]) => Promise<void>;
  readonly back: () => void;
}

/** Plans the leveling of variants, applies the plan, and plans again what changed in the meantime. */
export function useLeveling(variants: readonly ListedVariant[]): Leveling {
  const call = useCall();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [stage, setStage] = useState<LevelStage>({ kind: 'choose' });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  /** Reads the variants again: a plan to one quantity starts from the current quantities on both platforms. */
  const readAgain = useCallback(
    async (ids: readonly string[]): Promise<readonly InventoryVariant[] | Failure> => {
      const found: InventoryVariant[] = [];
      for (const { variant } of variants.filter((one) => ids.includes(one.variant.id))) {
        const answer = await call((api) => api.variants.getVariantDetail(detailRequest(variant)), {
          label: 'planning levels again',
          toast: false,
        });
        if (!answer.ok) return answer.error;
        found.push(withQuantities(variant, answer.value));
      }
      return found;
    },
    [call, variants],
  );

  const stepsTo = async (target: LevelTarget, ids: readonly string[] | undefined): Promise<readonly LevelStep[] | Failure> => {
    const all = variants.map((one) => one.variant);
    if (target.kind === 'number') {
      const current = ids === undefined ? all : await readAgain(ids);
      return 'code' in current ? current : planQuantity(current, target.units);
    }
    const request = { ids: [...(ids ?? all.map((variant) => variant.id))], view: '', query: '', take: target.source };
    // The server takes an empty list of ids for all variants.
    if (request.ids.length === 0) return [];
    const answer = await call((api) => api.inventory.planLevelling(request), { label: 'planning levels', toast: false });
    return answer.ok ? answer.value.steps : answer.error;
  };

  return {
    stage,
    busy,
    failure,
    plan: async (target, ids) => {
      setBusy(true);
      setFailure(null);
      const steps = await stepsTo(target, ids);
      setBusy(false);
      if ('code' in steps) setFailure(steps);
      else setStage({ kind: 'preview', target, requested: ids ?? variants.map(({ variant }) => variant.id), steps });
    },
    apply: async (target, steps) => {
      setBusy(true);
      setFailure(null);
      const answer = await call((api) => api.inventory.levelVariants({ steps: [...steps], kind: 'level', bulkChangeId: '' }), {
        label: 'leveling',
        toast: false,
      });
      setBusy(false);
      if (!answer.ok) {
        setFailure(answer.error);
        return;
      }
      nudge();
      setStage({ kind: 'result', target, steps, ...answer.value });
    },
    back: () => {
      setFailure(null);
      setStage({ kind: 'choose' });
    },
  };
}

function detailRequest({ shopifyId, squareId, productId }: InventoryVariant) {
  return shopifyId === '' ? { source: 'square', variantId: squareId, productId } : { source: 'shopify', variantId: shopifyId, productId };
}

function withQuantities(variant: InventoryVariant, { status, shopifyQuantity, squareQuantity }: JoinedVariant): InventoryVariant {
  const { shopifyQuantity: _, squareQuantity: __, ...rest } = variant;
  return {
    ...rest,
    status,
    ...(shopifyQuantity === undefined ? {} : { shopifyQuantity }),
    ...(squareQuantity === undefined ? {} : { squareQuantity }),
  };
}
