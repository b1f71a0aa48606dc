import { ALL_VIEWS } from '../../../../domain/catalog/joined';
import { isSameName, MAX_VIEW_NAME, MOST_SAVED_VIEWS } from '../../../../domain/catalog/saved-view';
import { readSearch } from '../../../../domain/catalog/search-query';
import type { SavedView } from '../../../../gen/sh/inventory_pb';
import { searchOf, type ListState } from '../list-query';
import { viewsText as text } from './views.text';

/** What a saved view says about the list. */
export type SavedList = Pick<ListState, 'view' | 'query' | 'filters' | 'sort'>;

/** Returns the list that a saved view shows. */
export function listOf({ view, query, sort }: SavedView): SavedList {
  const { text, filters } = readSearch(query);
  return { view: ALL_VIEWS.find((known) => known === view) ?? 'all', query: text, filters, sort };
}

/** Returns what is saved of a list. */
export function savedOf(list: SavedList): Pick<SavedView, 'view' | 'query' | 'sort'> {
  return { view: list.view, query: searchOf(list), sort: list.sort };
}

/** Returns whether a list is the one that a saved view shows. */
export function isShown(saved: SavedView, list: SavedList): boolean {
  return JSON.stringify(savedOf(listOf(saved))) === JSON.stringify(savedOf({ ...list, ...searched(list) }));
}

/** Returns whether a list is more than what the page shows at first. */
export function isWorthSaving(list: SavedList): boolean {
  return list.view !== 'all' || searchOf(list) !== '' || list.sort !== '';
}

/** Returns why a name cannot be saved; '' when it can, or is still missing. `id` is that of the view that gets it, '' for a new one. */
export function nameError(name: string, id: string, saved: readonly SavedView[]): string {
  if (id === '' && saved.length >= MOST_SAVED_VIEWS) return text.tooMany;
  if (name.trim().length > MAX_VIEW_NAME) return text.tooLong;
  return saved.some((one) => one.id !== id && isSameName(one.name, name.trim())) ? text.taken : '';
}

/** Returns the search of a list as it is after it was saved and read: filters that were typed are filters. */
function searched(list: SavedList): Pick<SavedList, 'query' | 'filters'> {
  const { text, filters } = readSearch(searchOf(list));
  return { query: text, filters };
}
