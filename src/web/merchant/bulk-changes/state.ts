import type { BulkChange, BulkChangeList, BulkChangePage, BulkChangeRow } from '../../../gen/sh/inventory_pb';
import { formatDay, formatTimeOfDay } from '../../shared/dates';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { text } from './bulk-changes.text';

/** The list of bulk changes. */
export const bulkChangesAtom = atom<Query<BulkChangeList>>(idleQuery);

/** The current page of one bulk change. */
export const bulkChangeAtom = atom<Query<BulkChangePage>>(idleQuery);

/** Rows of a page. */
export const PAGE_SIZE = 200;

/** Returns the texts of a kind of bulk changes: those of quantities have the same. */
export function textsOf(kind: string) {
  return kind === 'copy' ? text.of.copies : undoableTextsOf(kind);
}

/** Returns the texts of a kind of bulk changes that can be undone. */
export function undoableTextsOf(kind: string) {
  switch (kind) {
    case 'link':
      return text.of.links;
    case 'sku':
      return text.of.skus;
    case 'tracking':
      return text.of.tracking;
    case 'exclude':
      return text.of.exclusions;
    default:
      return text.of.quantities;
  }
}

const isNamed = (kind: string): kind is keyof typeof text.kinds => Object.hasOwn(text.kinds, kind);

/** Says what a bulk change did, and who did it unless it was the merchant. */
export function describeKind({ kind, by }: Pick<BulkChange, 'kind' | 'by'>): string {
  const what = isNamed(kind) ? text.kinds[kind] : text.kinds.count;
  return by === 'operator' ? `${what} ${text.byOperator}` : what;
}

/** Names a bulk change by what it did and when. */
export function titleOf(change: BulkChange): string {
  return text.one.title(describeKind(change), formatDay(change.at), formatTimeOfDay(change.at));
}

/** Says what became of a row of a kind of bulk change. */
export function describeState(kind: string, { state }: Pick<BulkChangeRow, 'state'>): string {
  const { states } = textsOf(kind);
  return state === 'set' || state === 'stale' || state === 'undone' || state === 'unconfirmed' ? states[state] : states.refused;
}

/** Returns why a row was not changed or cannot be undone; '' when there is nothing to say. */
export function reasonOf({ state, undoable, problem, to }: Pick<BulkChangeRow, 'state' | 'undoable' | 'problem' | 'to'>): string {
  return problem === '' && state === 'set' && !undoable && to !== undefined ? text.fixed : problem;
}

/** Returns how many rows of a bulk change were changed without being undone, and cannot be. */
export function fixedRows({ set, undone, undoable }: BulkChange): number {
  return set - undone - undoable;
}

/** Says how much of a bulk change was done, what was undone, and until when more can be. */
export function summarize(change: BulkChange): string {
  const { kind, set, rows, undone, undoable, undoableUntil } = change;
  return [
    textsOf(kind).summary(set, rows),
    ...(undone > 0 ? [text.one.undone(undone)] : []),
    ...(undoable > 0 ? [text.one.until(formatDay(undoableUntil))] : []),
  ].join(' ');
}

/** Reads the page from an address; anything else than a page number is the first. */
export function readPage(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^\d{1,6}$/u.test(page) ? Number(page) : 0;
}
