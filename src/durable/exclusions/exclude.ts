import { describeExclusion, Exclusions, MOST_EXCLUSIONS, type Exclusion, type KeptExclusion } from '../../domain/catalog/exclusion';
import { isLinked } from '../../domain/catalog/joined';
import { ok, refuse, type Answer } from '../../domain/result';
import { SOURCES } from '../../domain/source';
import { changedBy, isUndoable } from '../../domain/sync/bulk-change';
import type { Account } from '../account/account';
import type { UndoneChange } from '../api/bulk-change-api';
import type { Editor } from '../api/edits-api';
import type { ExclusionPlan } from '../api/exclusions-api';
import { BulkChangeStore } from '../bulk/bulk-change-store';
import { CHANGED_LATER, undoableChange } from '../bulk/bulk-changes';
import { keepRows } from '../bulk/keep-rows';

/** Rows compared in one turn: bounds how long a sale waits behind it. */
const SLICE_ROWS = 1_000;

/** Returns how many variants an exclusion concerns, and how many links end. Reads every row. */
export async function planExclusion({ catalog }: Account, exclusion: Exclusion): Promise<ExclusionPlan> {
  const rule = new Exclusions([exclusion]);
  let [variants, links] = [0, 0];
  for (let after = -1; ;) {
    const rows = catalog.table.page(after, SLICE_ROWS);
    for (const row of rows) {
      if (!SOURCES.some((source) => row[source] !== null && rule.has(row[source]))) continue;
      variants += 1;
      if (isLinked(row)) links += 1;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE_ROWS) return { variants, links, isExcluded: catalog.exclusions.has(exclusion) };
    after = last.key;
    await pause();
  }
}

/**
 * Excludes, or no longer, and applies it to every row. After a kill in the middle, the same call, a look at the list, or the next reading of the catalogs
 * does the rest.
 */
export async function saveExclusion(account: Account, wanted: KeptExclusion, on: boolean, by: Editor): Promise<Answer<null>> {
  const { exclusions } = account.catalog;
  if (on && !exclusions.has(wanted.exclusion) && exclusions.all().length >= MOST_EXCLUSIONS)
    return refuse('failed_precondition', `At most ${MOST_EXCLUSIONS} exclusions can be kept. Remove one first; nothing was changed.`);
  return account.edits.run(async () => {
    const plan = on && !exclusions.has(wanted.exclusion) ? await planExclusion(account, wanted.exclusion) : null;
    account.sync.turn(() => {
      if (!decide(account, wanted, on, by) || plan === null) return;
      const { variants, links } = plan;
      const row = { kind: 'exclude', excluded: wanted, variants, links, state: 'set', problem: '' } as const;
      keepRows(account, [row], { begun: null, by, kind: 'exclude' });
    });
    await applyExclusions(account);
    return ok(null);
  });
}

/** Notes that something is excluded, or no longer, with its line of history. Returns whether that is new. Part of a turn. */
function decide(account: Account, wanted: KeptExclusion, on: boolean, by: Editor): boolean {
  if (!account.catalog.exclusions.save(wanted, on)) return false;
  const fact = { kind: 'exclusion', on, what: describeExclusion(wanted), by } as const;
  account.sync.journal.line({ at: account.host.now(), originator: by, location: '', sku: '', fact });
  return true;
}

/**
 * Includes again what a bulk change has excluded, unless that was done since. The row is stored in the turn that decides it; after a kill, the rows
 * that it concerns are reached as after `saveExclusion`.
 */
export async function undoExclusion(account: Account, id: number, by: Editor): Promise<Answer<UndoneChange>> {
  return account.edits.run(async () => {
    const found = undoableChange(account, id);
    if (!found.ok) return found;
    const store = new BulkChangeStore(account.host.db);
    account.sync.turn(() => {
      const later = store.changedAfter(id);
      store.replace(found.value, (row) => {
        if (row.kind !== 'exclude' || !isUndoable(row)) return row;
        if (later.has(changedBy(row))) return { ...row, problem: CHANGED_LATER };
        return decide(account, row.excluded, false, by)
          ? { ...row, state: 'undone', problem: '' }
          : { ...row, problem: 'It was included again since.' };
      });
    });
    await applyExclusions(account);
    const undone = store.byId(id, found.value.at) ?? found.value;
    return ok({ ...undone, separated: [], tried: undone.counts.rows });
  });
}

/** Applies what is excluded to the rows that it has not reached. Safe to repeat. */
async function applyExclusions(account: Account): Promise<void> {
  const { catalog, unlinked } = account;
  const { exclusions } = catalog;
  for (let after = exclusions.appliedTo; after !== null; after = exclusions.appliedTo) {
    const { last, excluded } = catalog.applyExclusions(after, SLICE_ROWS);
    // What is excluded is no problem any more.
    for (const { source, stockId } of excluded) unlinked.settle(source, stockId);
    exclusions.applied(last);
    account.changed();
    await pause();
  }
}

/** Returns what is excluded. What a kill has left undone is done in the background. */
export function listExclusions(account: Account): readonly KeptExclusion[] {
  const { exclusions } = account.catalog;
  if (exclusions.appliedTo !== null) account.host.background(account.edits.run(() => applyExclusions(account)));
  return exclusions.all();
}

const pause = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
