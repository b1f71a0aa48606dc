import { useCallback } from 'react';

import { ok, type Result } from '../../../domain/result';
import type { Failure } from '../../shared/rpc/failure';
import { useCall } from '../../shared/state/calls';
import { listVariants, type ListedVariant } from './level-state';
import { searchOf, type ListState } from './list-query';

/** Variants per call: the server's limit. */
const CHUNK = 1_000;

/** Reads every variant of a view and a search, page by page. */
export type ReadAll = (
  list: Pick<ListState, 'view' | 'query' | 'filters' | 'sort'>,
  options: {
    readonly label: string;
    readonly atMost?: number;
    readonly onProgress?: (read: number) => void;
    readonly signal?: AbortSignal;
  },
) => Promise<Result<readonly ListedVariant[], Failure>>;

/** Returns the function that reads all variants. It stops once it has more than `atMost`. */
export function useReadAll(): ReadAll {
  const call = useCall();
  return useCallback(
    async ({ view, sort, ...search }, { label, atMost = Number.POSITIVE_INFINITY, onProgress, signal }) => {
      const found: ListedVariant[] = [];
      for (let page = 0; ; page += 1) {
        const table = { limit: CHUNK, page, ...(sort === '' ? {} : { sort }) };
        const answer = await call((api, options) => api.inventory.getInventory({ query: searchOf(search), view, table }, options), {
          label,
          ...(signal === undefined ? {} : { signal }),
        });
        if (!answer.ok) return answer;
        found.push(...listVariants(answer.value.products));
        onProgress?.(found.length);
        if (!answer.value.hasNextPage || found.length > atMost) return ok(found);
      }
    },
    [call],
  );
}
