import type { KnownRow } from '../../domain/catalog/joined';
import type { VariantPair } from '../../domain/catalog/merge-plan';
import { ok, type Answer } from '../../domain/result';
import { changedBy, isUndoable, type BulkChange, type BulkRow, type LinkRow } from '../../domain/sync/bulk-change';
import type { Account } from '../account/account';
import type { UndoneChange } from '../api/bulk-change-api';
import type { Editor } from '../api/edits-api';
import { BulkChangeStore } from '../bulk/bulk-change-store';
import { CHANGED_LATER, undoableChange } from '../bulk/bulk-changes';
import { tellPair } from './save-links';

/** Links that end in one turn, which reads every row: bounds how long a sale waits behind it. */
const SLICE_ROWS = 1_000;

/**
 * Ends the links of a bulk change that are still those that it has made, as if the merchant kept each pair separate: what is pending or in flight for them
 * is settled first. Rows that were changed since are left alone and say why. Each slice is stored with its rows in one turn: after a kill, the same call
 * does the rest.
 */
export async function undoLinks(account: Account, id: number, by: Editor): Promise<Answer<UndoneChange>> {
  return account.edits.run(async () => {
    const found = undoableChange(account, id);
    if (!found.ok) return found;
    const store = new BulkChangeStore(account.host.db);
    const later = store.changedAfter(id);
    const now = (): BulkChange => store.byId(id, found.value.at) ?? found.value;
    const separated: VariantPair[] = [];
    for (let from = 0; from < found.value.counts.rows; from += SLICE_ROWS) {
      account.sync.turn(() => {
        const where = { from, to: from + SLICE_ROWS };
        const ended = endLinks(account, store.rows(id, from, SLICE_ROWS).filter(isLeft), later, by);
        store.replace(now(), (row) => (isLeft(row) ? (ended.get(changedBy(row)) ?? row) : row), where);
        for (const { pair, state } of ended.values()) if (state === 'undone') separated.push(pair);
      });
      await pause();
    }
    account.changed();
    return ok({ ...now(), separated, tried: found.value.counts.rows });
  });
}

const isLeft = (row: BulkRow): row is LinkRow => row.kind === 'link' && isUndoable(row);

/** Ends links, and returns what becomes of their rows, by what these have changed. */
function endLinks(account: Account, rows: readonly LinkRow[], later: ReadonlySet<string>, by: Editor): ReadonlyMap<string, LinkRow> {
  const { catalog } = account;
  const known = catalog.table.ofVariants(
    'shopify',
    rows.map(({ pair }) => pair.shopify),
  );
  const byVariant = new Map(known.map((row) => [row.shopify?.id, row]));
  const ended = rows.map((row): LinkRow => {
    const problem = later.has(changedBy(row)) ? CHANGED_LATER : whyNot(row.pair, byVariant.get(row.pair.shopify));
    return problem === '' && catalog.isSeparate(row.pair)
      ? { ...row, problem: 'You keep these two separate already.' }
      : outcome(row, problem);
  });
  const ending = ended.filter(({ state }) => state === 'undone').map(({ pair }) => pair);
  for (const pair of ending) {
    const { shopify, square } = byVariant.get(pair.shopify) ?? { shopify: null, square: null };
    if (shopify !== null && square !== null) tellPair(account, { shopify, square }, { linked: false, by });
  }
  catalog.separate(ending, true);
  return new Map(ended.map((row) => [changedBy(row), row]));
}

const outcome = (row: LinkRow, problem: string): LinkRow => (problem === '' ? { ...row, state: 'undone', problem } : { ...row, problem });

/** Returns why a link is not the one that was made, for a shop owner; '' when it is. */
function whyNot(pair: VariantPair, row: KnownRow | undefined): string {
  if (row === undefined) return 'Shopify has no such variant any more.';
  if (row.square?.id !== pair.square) return 'These two are no longer linked.';
  return row.isManual ? '' : 'These two are linked by their SKUs now.';
}

const pause = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
