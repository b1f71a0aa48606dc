import { ok, refuse, type Answer } from '../../../domain/result';
import type { DismissUnlinkedRequest } from '../../../gen/sh/issues_pb';
import type { IIssuesClient } from '../../../gen/sh/issues_pb.client';
import { reads, writes } from '../audit';
import { signedIn, type Methods } from '../method';
import { readIssueType, readLimit, readSource } from '../present/arguments';
import { editorOf } from '../present/editor';
import { toOversell } from '../present/oversells';
import { toUnlinkedPair, toVariant } from '../present/variants';
import { readResolution, readWriterCaseId, toWriterCaseList, toWriterProposal } from '../present/writer-cases';

/** Most pairs, oversells, or cases in one list, and in one request. */
const MOST_LISTED = 500;

/** sh.Issues: variants that cannot be kept in sync until somebody fixes them. */
export const issuesMethods: Methods<IIssuesClient> = {
  getMissingSkuCounts: signedIn('entitled', reads('caller'), async ({ account }) => ok({ ...(await account.issueCounts('missing_skus')) })),
  getDuplicateSkuCounts: signedIn('entitled', reads('caller'), async ({ account }) =>
    ok({ ...(await account.issueCounts('duplicate_skus')) }),
  ),
  getInventoryDisabledSkuCounts: signedIn('entitled', reads('caller'), async ({ account }) =>
    ok({ ...(await account.issueCounts('inventory_disabled')) }),
  ),

  getIssues: signedIn('entitled', reads('caller'), async ({ account }, input) => {
    const type = readIssueType(input.issueType);
    if (!type.ok) return type;
    const source = readSource('source', input.source);
    if (!source.ok) return source;
    const limit = readLimit('limit', input.limit, 500);
    if (!limit.ok) return limit;
    if (input.offset < 0) return refuse('invalid_argument', 'offset must not be negative.');
    const { total, variants } = await account.issues(type.value, source.value, limit.value, input.offset);
    return ok({ total, variants: variants.map(toVariant) });
  }),

  getUnlinked: signedIn('entitled', reads('caller'), async ({ account }, input) => {
    const limit = readLimit('limit', input.limit, MOST_LISTED);
    if (!limit.ok) return limit;
    const { total, pairs } = await account.unlinked(Math.min(limit.value, MOST_LISTED));
    return ok({ total, pairs: pairs.map(toUnlinkedPair) });
  }),

  dismissUnlinked: signedIn('entitled', writes('caller'), async ({ account }, input) => {
    const ids = readDismissed(input);
    if (!ids.ok) return ids;
    await account.dismissUnlinked(ids.value);
    return ok({});
  }),

  getOversells: signedIn('entitled', reads('caller'), async ({ account }, input) => {
    const wanted = readWanted(input);
    if (!wanted.ok) return wanted;
    const { total, cases } = await account.oversells(wanted.value.limit, wanted.value.key);
    return ok({ total, oversells: cases.map(toOversell) });
  }),

  dismissOversells: signedIn('entitled', writes('caller'), async ({ account }, input) => {
    const ids = readDismissed(input);
    if (!ids.ok) return ids;
    await account.dismissOversells(ids.value);
    return ok({});
  }),

  getWriterCases: signedIn('entitled', reads('caller'), async ({ account }, input) => {
    const wanted = readWanted(input);
    if (!wanted.ok) return wanted;
    return ok(toWriterCaseList(await account.writerCases(wanted.value.limit, wanted.value.key)));
  }),

  getWriterProposal: signedIn('entitled', reads('caller'), async ({ account }, input) => {
    const id = readWriterCaseId(input.id);
    if (!id.ok) return id;
    const proposal = await account.writerProposal(id.value);
    return proposal.ok ? ok(toWriterProposal(proposal.value)) : proposal;
  }),

  resolveWriterCase: signedIn('entitled', writes('caller'), async ({ account, session }, input) => {
    const decided = readResolution(input);
    if (!decided.ok) return decided;
    const resolved = await account.resolveWriterCase({ ...decided.value, by: editorOf(session) });
    return resolved.ok ? ok({}) : resolved;
  }),
};

/** Reads how many rows are wanted, and of which variant; null means all. */
function readWanted(input: { readonly limit: number; readonly variantId: string }): Answer<{ limit: number; key: number | null }> {
  const limit = readLimit('limit', input.limit, MOST_LISTED);
  if (!limit.ok) return limit;
  if (input.variantId !== '' && !/^\d{1,15}$/u.test(input.variantId))
    return refuse('invalid_argument', 'variant_id is not the id of a variant.');
  return ok({ limit: Math.min(limit.value, MOST_LISTED), key: input.variantId === '' ? null : Number(input.variantId) });
}

/** Reads what to remove from a list; null means all. */
function readDismissed({ ids, all }: DismissUnlinkedRequest): Answer<readonly string[] | null> {
  if (all && ids.length > 0) return refuse('invalid_argument', 'ids must be empty when all is set.');
  if (!all && ids.length === 0) return refuse('invalid_argument', 'ids is missing.');
  if (ids.length > MOST_LISTED) return refuse('invalid_argument', `ids must not have more than ${MOST_LISTED} entries.`);
  return ok(all ? null : ids);
}
