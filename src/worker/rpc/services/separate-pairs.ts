import { endSeparate, keepSeparate, MOST_SEPARATE_PAIRS, separatePairPages } from '../../../db/separate-pairs';
import { ok, refuse } from '../../../domain/result';
import type { SeparatePair as SeparatePairMessage } from '../../../gen/sh/variants_pb';
import type { IVariantsClient } from '../../../gen/sh/variants_pb.client';
import { reads, writes } from '../audit';
import { signedIn, type Methods } from '../method';
import { readSeparatePairs, toSeparatePair } from '../present/separate-pairs';

const FULL = `At most ${MOST_SEPARATE_PAIRS.toLocaleString('en-US')} pairs of variants can be kept separate. End some of them first; nothing was changed.`;

/** The methods of sh.Variants for pairs that the merchant keeps separate. */
export const separatePairMethods: Methods<Pick<IVariantsClient, 'getSeparatePairs' | 'saveSeparatePairs'>> = {
  getSeparatePairs: signedIn('entitled', reads('caller'), async ({ session, services }) => {
    const pairs: SeparatePairMessage[] = [];
    for await (const page of separatePairPages(services.db, session.account.id)) pairs.push(...page.map(toSeparatePair));
    return ok({ pairs });
  }),

  saveSeparatePairs: signedIn('entitled', writes('caller'), async ({ session, services }, input) => {
    const pairs = readSeparatePairs(input.pairs);
    if (!pairs.ok) return pairs;
    if (!input.separate) {
      await endSeparate(services.db, session.account.id, pairs.value);
      return ok({});
    }
    const kept = await keepSeparate(services.db, session.account.id, pairs.value, services.now());
    return kept ? ok({}) : refuse('failed_precondition', FULL);
  }),
};
