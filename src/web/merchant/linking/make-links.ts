import type { Result } from '../../../domain/result';
import { isPacked, packsFrom } from '../../../domain/sync/pack-size';
import type { LinkOutcomes, PairToLink } from '../../../gen/sh/variants_pb';
import type { Applied } from '../../shared/apply-rows';
import type { Failure } from '../../shared/rpc/failure';
import type { Outcome } from '../../shared/sku-outcomes';
import { failureText } from '../../shared/state/calls';
import type { Accepted } from './review';

/** Links in one call: enough to be quick, and few enough to see the progress and to stop. */
const AT_ONCE = 25;

interface Options {
  /** Links pairs, as a part of the bulk change with this ID; '' begins one. */
  readonly save: (pairs: readonly PairToLink[], bulkChangeId: string) => Promise<Result<LinkOutcomes, Failure>>;
  readonly isStopped: () => boolean;
  readonly onProgress: (done: number) => void;
}

/** What became of links, and the ID of their bulk change; '' when nothing was linked. */
export interface MadeLinks extends Applied {
  readonly bulkChangeId: string;
}

/** Returns a pair with the pack sizes that both state; 0 leaves those that are known of it. */
function pairOf({ shopify, candidate: { square, link } }: Accepted): PairToLink {
  const packs = packsFrom(link);
  const stated = packs === null || !isPacked(packs) ? { shopify: 0, square: 0 } : packs;
  return { shopifyId: shopify.id, squareId: square.id, shopifyPackSize: stated.shopify, squarePackSize: stated.square };
}

/** Makes links, some at a time, in their order. Ends at the first call that fails, or when it is stopped. Outcomes by the Shopify variant's ID. */
export async function makeLinks(links: readonly Accepted[], { save, isStopped, onProgress }: Options): Promise<MadeLinks> {
  let bulkChangeId = '';
  const outcomes = new Map<string, Outcome>();
  for (let from = 0; from < links.length && !isStopped(); from += AT_ONCE) {
    const some = links.slice(from, from + AT_ONCE);
    const saved = await save(some.map(pairOf), bulkChangeId);
    if (!saved.ok) {
      for (const { shopify } of some) outcomes.set(shopify.id, { kind: 'unconfirmed', message: failureText(saved.error) });
      return { outcomes, failure: saved.error, bulkChangeId };
    }
    ({ bulkChangeId } = saved.value);
    for (const [place, { shopify }] of some.entries()) {
      const problem = saved.value.outcomes[place]?.problem ?? '';
      outcomes.set(shopify.id, problem === '' ? { kind: 'set' } : { kind: 'refused', message: problem });
    }
    onProgress(outcomes.size);
  }
  return { outcomes, failure: null, bulkChangeId };
}
