import { endSeparate, keepSeparate, MOST_SEPARATE_PAIRS, separatePairPages } from '../../../db/separate-pairs';
import { ok, refuse } from '../../../domain/result';
import type { VariantPair } from '../../../gen/sh/variants_pb';
import type { IVariantsClient } from '../../../gen/sh/variants_pb.client';
import { reads, writes } from '../audit';
import { signedIn, type Methods } from '../method';
import { readBulkChangeId } from '../present/bulk-changes';
import { editorOf } from '../present/editor';
import { readLinks, readPairs, toLinkOutcome, toSeparatePair, toVariantPair } from '../present/variant-pairs';

const FULL = `At most ${MOST_SEPARATE_PAIRS.toLocaleString('en-US')} pairs of variants can be kept separate. End some of them first; nothing was changed.`;

/** Most pairs to keep separate in one call. */
const MOST_SEPARATE = 500;

/** Most pairs to link in one call: both sides of each are read first. */
const MOST_LINKS = 100;

/** The methods of sh.Variants for links that the merchant makes, and for pairs that the merchant keeps separate. */
export const linkMethods: Methods<Pick<IVariantsClient, 'getSeparatePairs' | 'saveSeparatePairs' | 'saveLinks'>> = {
  getSeparatePairs: signedIn('entitled', reads('caller'), async ({ session, services }) => {
    const pairs: VariantPair[] = [];
    for await (const page of separatePairPages(services.db, session.account.id)) pairs.push(...page.map(toVariantPair));
    return ok({ pairs });
  }),

  saveSeparatePairs: signedIn('entitled', writes('caller'), async ({ account, session, services }, input) => {
    const pairs = readPairs(input.pairs, MOST_SEPARATE);
    if (!pairs.ok) return pairs;
    const stored = pairs.value.map(toSeparatePair);
    if (!input.separate) await endSeparate(services.db, session.account.id, stored);
    else if (!(await keepSeparate(services.db, session.account.id, stored, services.now()))) return refuse('failed_precondition', FULL);
    await account.keepSeparate(pairs.value, input.separate, editorOf(session));
    return ok({});
  }),

  saveLinks: signedIn('entitled', writes('caller'), async ({ account, session, services }, input) => {
    const pairs = readLinks(input.pairs, MOST_LINKS);
    if (!pairs.ok) return pairs;
    const begun = input.bulkChangeId === '' ? null : readBulkChangeId('bulk_change_id', input.bulkChangeId);
    if (begun?.ok === false) return begun;
    const saved = await account.saveLinks(pairs.value, editorOf(session), begun?.value ?? null);
    if (!saved.ok) return saved;
    const { outcomes, bulkChange } = saved.value;
    const linked = outcomes.filter(({ problem }) => problem === '').map(({ pair }) => toSeparatePair(pair));
    if (linked.length > 0) await endSeparate(services.db, session.account.id, linked);
    return ok({ outcomes: outcomes.map(toLinkOutcome), bulkChangeId: bulkChange === null ? '' : String(bulkChange) });
  }),
};
