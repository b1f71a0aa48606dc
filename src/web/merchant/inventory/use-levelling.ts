import { useCallback, useState } from 'react';

import type { JoinedVariant } from '../../../gen/sh/common_pb';
import type { InventoryVariant, LevelOutcome, LevelStep } from '../../../gen/sh/inventory_pb';
import type { Failure } from '../../shared/rpc/failure';
import { useCall } from '../../shared/state/calls';
import { useSetAtom } from '../../shared/state/jotai';
import { statusNudgeAtom } from '../../shared/state/session';
import { planNumber, type ListedVariant, type Take } from './level-state';

/** Where levelling stands. */
export type LevelStage =
  | { readonly kind: 'choose' }
  | { readonly kind: 'preview'; readonly take: Take; readonly asked: number; readonly steps: readonly LevelStep[] }
  | {
      readonly kind: 'result';
      readonly take: Take;
      readonly steps: readonly LevelStep[];
      readonly outcomes: readonly LevelOutcome[];
    };

/** The way through levelling. */
export interface Levelling {
  readonly stage: LevelStage;
  readonly busy: boolean;
  readonly failure: Failure | null;
  /** Plans; only variants whose ids are given (again), else all. */
  readonly plan: (take: Take, ids?: readonly string[]) => Promise<void>;
  readonly apply: (take: Take, steps: readonly LevelStep[]) => Promise<void>;
  readonly back: () => void;
}

/** Plans the levelling of some variants, carries it out, and plans anew what has changed meanwhile. */
export function useLevelling(variants: readonly ListedVariant[]): Levelling {
  const call = useCall();
  const nudge = useSetAtom(statusNudgeAtom);
  const [stage, setStage] = useState<LevelStage>({ kind: 'choose' });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  /** The variants as they are now: a number is planned from what both platforms hold at this moment. */
  const freshly = useCallback(
    async (ids: readonly string[]): Promise<readonly InventoryVariant[] | Failure> => {
      const found: InventoryVariant[] = [];
      for (const { variant } of variants.filter((one) => ids.includes(one.variant.id))) {
        const answer = await call((api) => api.variants.getVariantDetail(detailRequest(variant)), {
          label: 'planning levels anew',
          toast: false,
        });
        if (!answer.ok) return answer.error;
        found.push(withNumbers(variant, answer.value));
      }
      return found;
    },
    [call, variants],
  );

  const planned = async (take: Take, ids: readonly string[] | undefined): Promise<readonly LevelStep[] | Failure> => {
    const all = variants.map((one) => one.variant);
    if (take.kind === 'number') {
      const fresh = ids === undefined ? all : await freshly(ids);
      return 'code' in fresh ? fresh : planNumber(fresh, take.units);
    }
    const request = { ids: [...(ids ?? all.map((variant) => variant.id))], view: '', query: '', take: take.source };
    // To the server no ids mean all variants.
    if (request.ids.length === 0) return [];
    const answer = await call((api) => api.inventory.planLevelling(request), { label: 'planning levels', toast: false });
    return answer.ok ? answer.value.steps : answer.error;
  };

  return {
    stage,
    busy,
    failure,
    plan: async (take, ids) => {
      setBusy(true);
      setFailure(null);
      const steps = await planned(take, ids);
      setBusy(false);
      if ('code' in steps) setFailure(steps);
      else setStage({ kind: 'preview', take, asked: ids?.length ?? variants.length, steps });
    },
    apply: async (take, steps) => {
      setBusy(true);
      setFailure(null);
      const answer = await call((api) => api.inventory.levelVariants({ steps: [...steps] }), { label: 'levelling', toast: false });
      setBusy(false);
      if (!answer.ok) {
        setFailure(answer.error);
        return;
      }
      nudge((count) => count + 1);
      setStage({ kind: 'result', take, steps, outcomes: answer.value.outcomes });
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

function withNumbers(variant: InventoryVariant, { status, shopifyQuantity, squareQuantity }: JoinedVariant): InventoryVariant {
  const { shopifyQuantity: _, squareQuantity: __, ...rest } = variant;
  return {
    ...rest,
    status,
    ...(shopifyQuantity === undefined ? {} : { shopifyQuantity }),
    ...(squareQuantity === undefined ? {} : { squareQuantity }),
  };
}
