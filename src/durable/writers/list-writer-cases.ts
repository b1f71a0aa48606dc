import type { LevelEntry } from '../../domain/sync/engine/context';
import { allCopied, isListed } from '../../domain/writers/writer-case';
import type { WriterCaseList, WriterCaseView } from '../api/writer-case-api';
import { pairId } from '../sync/stock-pair';
import type { StoredCase } from './writer-store';
import type { Writers } from './writers';

/** Lists cases, those on hold first; only that with this ID, unless null. `linked` returns the level of a pair that is linked. */
export function listWriterCases(
  writers: Writers,
  linked: (one: StoredCase) => LevelEntry | null,
  limit: number,
  id: string | null,
): WriterCaseList {
  const listed = writers.store.all().filter((one) => isListed(one) && (id === null || pairId(one.stock) === id));
  return {
    total: listed.length,
    held: listed.filter(({ state }) => state === 'held').length,
    allOnHold: writers.holdsAll(),
    cases: listed.slice(0, limit).map((one) => viewOf(one, linked(one))),
  };
}

function viewOf(one: StoredCase, entry: LevelEntry | null): WriterCaseView {
  const { stock, state, proof, since, sku, productName, variantName, app } = one;
  return {
    id: pairId(stock),
    state: state === 'held' ? state : 'suspected',
    proof,
    since,
    sku,
    productName,
    variantName,
    key: entry?.key ?? null,
    app,
    copied: allCopied(one),
    latest: one.copied.latest,
    shopify: entry?.level.shopify.accounted ?? null,
    square: entry?.level.square.accounted ?? null,
  };
}
