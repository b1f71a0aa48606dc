import { useCallback, useState } from 'react';

import { err, ok, type Result } from '../../../domain/result';
import type { Failure } from '../rpc/failure';
import { useCall, type CallOptions } from './calls';

/** Generates SKUs that neither platform uses yet. */
export interface SkuGenerator {
  readonly generating: boolean;
  readonly generate: (options?: Pick<CallOptions, 'toast'>) => Promise<Result<string, Failure>>;
}

/** Returns a generator of unique SKUs. */
export function useSkuGenerator(): SkuGenerator {
  const call = useCall();
  const [generating, setGenerating] = useState(false);
  const generate = useCallback(
    async (options: Pick<CallOptions, 'toast'> = {}) => {
      setGenerating(true);
      const answer = await call((api) => api.variants.generateSku({}), { label: 'generating a sku', ...options });
      setGenerating(false);
      return answer.ok ? ok(answer.value.sku) : err(answer.error);
    },
    [call],
  );
  return { generating, generate };
}
