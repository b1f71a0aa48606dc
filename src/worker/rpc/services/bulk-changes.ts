import { keepSeparate } from '../../../db/separate-pairs';
import { ok, refuse } from '../../../domain/result';
import type { IInventoryClient } from '../../../gen/sh/inventory_pb.client';
import { reads, writes } from '../audit';
import { signedIn, type Methods } from '../method';
import { readLimit } from '../present/arguments';
import { readBulkChangeId, toBulkChange, toBulkChangeRow } from '../present/bulk-changes';
import { editorOf } from '../present/editor';
import { toSeparatePair } from '../present/variant-pairs';

/** Rows of a page by default. */
const ROWS = 200;

/** Pairs stored at once, some 50 bytes each: they fit into one parameter of D1. */
const PAIRS_AT_ONCE = 5_000;

/** The part of sh.Inventory about changes of many variants at once. */
export const bulkChangeMethods: Pick<Methods<IInventoryClient>, 'getBulkChanges' | 'getBulkChange' | 'undoBulkChange'> = {
  getBulkChanges: signedIn('entitled', reads('caller'), async ({ account }) =>
    ok({ changes: (await account.bulkChanges()).map(toBulkChange) }),
  ),

  getBulkChange: signedIn('entitled', reads('caller'), async ({ account }, input) => {
    const id = readBulkChangeId('id', input.id);
    if (!id.ok) return id;
    const limit = readLimit('limit', input.limit, ROWS);
    if (!limit.ok) return limit;
    if (input.offset < 0) return refuse('invalid_argument', 'offset must not be negative.');
    const page = await account.bulkChange(id.value, { offset: input.offset, limit: limit.value });
    return page.ok ? ok({ change: toBulkChange(page.value.change), rows: page.value.rows.map(toBulkChangeRow) }) : page;
  }),

  undoBulkChange: signedIn('entitled', writes('caller'), async ({ account, session, services }, input) => {
    const id = readBulkChangeId('id', input.id);
    if (!id.ok) return id;
    if (input.tried < 0) return refuse('invalid_argument', 'tried must not be negative.');
    const undone = await account.undoBulkChange(id.value, editorOf(session), input.tried);
    if (!undone.ok) return undone;
    // The object keeps them separate already. Without these, which fails where there are too many, they are only proposed again.
    const pairs = undone.value.separated.map(toSeparatePair);
    for (let from = 0; from < pairs.length; from += PAIRS_AT_ONCE)
      await keepSeparate(services.db, session.account.id, pairs.slice(from, from + PAIRS_AT_ONCE), services.now());
    return ok({ ...toBulkChange(undone.value), tried: undone.value.tried });
  }),
};
