import { findLinks, type ProposedLink } from '../../../domain/linking/propose-links';
import type { Source } from '../../../domain/source';
import type { Unmatched } from './read-unmatched';

/** For how long the search works before the page gets its turn, in ms: less than a frame. */
const SLICE_MS = 10;

/**
 * Searches for links among variants, in slices, so that the page stays usable. `onProgress` gets the share that is done, 0 to 1. Returns null when the
 * search was given up.
 */
export async function searchLinks(
  { variants, separate }: Unmatched,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<readonly ProposedLink[] | null> {
  const kept = new Set(separate.map(({ shopifyId, squareId }) => `${shopifyId} ${squareId}`));
  // Calls answer no prices.
  const sideOf = (source: Source) => variants[source].map((variant) => ({ ...variant, source, price: '' }));
  const search = findLinks(sideOf('shopify'), sideOf('square'), ({ shopifyId, squareId }) => kept.has(`${shopifyId} ${squareId}`));
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = search.next();
      if (step.done === true) return step.value;
      if (performance.now() >= until) onProgress(step.value.done / step.value.total);
    } while (performance.now() < until);
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    if (signal.aborted) return null;
  }
}
