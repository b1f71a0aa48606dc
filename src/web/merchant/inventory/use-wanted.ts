import { useEffect, useEffectEvent, useState } from 'react';

import { detach } from '../../shared/state/log';
import type { ListedVariant } from './level-state';
import type { ListState } from './list-query';
import { useReadAll } from './read-all';

interface WantedOptions {
  readonly label: string;
  /** Reading stops above so many. */
  readonly atMost?: number;
  readonly onFailed: () => void;
}

/**
 * Returns the variants that something is to be done with: the selected ones, or, where these are null, all in the list's view and search, which are read.
 * `found` is null meanwhile, and `read` says how many have been read.
 */
export function useWanted(list: ListState, selected: readonly ListedVariant[] | null, { onFailed, ...options }: WantedOptions) {
  const [found, setFound] = useState<readonly ListedVariant[] | null>(selected);
  const [read, setRead] = useState(0);
  const readAll = useReadAll();
  const load = useEffectEvent(async (signal: AbortSignal) => {
    const answer = await readAll(list, { ...options, onProgress: setRead, signal });
    if (signal.aborted) return;
    if (answer.ok) setFound(answer.value);
    else onFailed();
  });
  useEffect(() => {
    if (selected !== null) return undefined;
    const controller = new AbortController();
    detach(load(controller.signal));
    return () => controller.abort();
  }, [selected]);
  return { found, read };
}
