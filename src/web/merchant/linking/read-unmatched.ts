import { ok, type Result } from '../../../domain/result';
import { SOURCES, type Source } from '../../../domain/source';
import type { Variant } from '../../../gen/sh/common_pb';
import type { VariantPair } from '../../../gen/sh/variants_pb';
import type { Failure } from '../../shared/rpc/failure';
import type { Call } from '../../shared/state/calls';

/** What a search for links reads: both platforms' variants without a link, and the pairs that stay separate. */
export interface Unmatched {
  readonly variants: Readonly<Record<Source, readonly Variant[]>>;
  readonly separate: readonly VariantPair[];
}

const OPTIONS = { label: 'reading variants without a link', quiet: true, toast: false } as const;

/** Reads both platforms' variants without a link. `onProgress` gets the number of variants read so far. */
export async function readUnmatched(
  call: Call,
  signal: AbortSignal,
  onProgress: (read: number) => void,
): Promise<Result<Unmatched, Failure>> {
  const options = { ...OPTIONS, signal };
  const variants: Record<Source, Variant[]> = { shopify: [], square: [] };
  for (const source of SOURCES) {
    // A variant whose name changes between two pages may be on both.
    const known = new Set<string>();
    for (let page = 0, more = true; more; page += 1) {
      const answer = await call((api, abort) => api.variants.getUnmatchedVariants({ source, page }, abort), options);
      if (!answer.ok) return answer;
      more = answer.value.hasNextPage;
      variants[source].push(...answer.value.variants.filter(({ id }) => !known.has(id) && known.add(id)));
      onProgress(variants.shopify.length + variants.square.length);
    }
  }
  const separate = await call((api, abort) => api.variants.getSeparatePairs({}, abort), options);
  return separate.ok ? ok({ variants, separate: separate.value.pairs }) : separate;
}
