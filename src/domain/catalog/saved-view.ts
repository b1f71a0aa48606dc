import { ok, refuse, type Answer } from '../result';
import type { InventoryView } from './joined';

/** What the merchant wants to see again: a view of the inventory, a search with its filters, and an order, under a name. */
export interface SavedView {
  readonly id: number;
  /** As `readViewName` returns it. */
  readonly name: string;
  readonly view: InventoryView;
  /** As `readSearch` reads it; '' for none. */
  readonly query: string;
  /** A column, '-' before it for descending; '' for the default. */
  readonly sort: string;
}

/** A saved view to add (`id` null), or that takes the place of the one with its ID. */
export type ViewChange = Omit<SavedView, 'id'> & { readonly id: number | null };

/** What is kept of an account: its saved views, the oldest first, and the next ID. */
export interface KeptViews {
  readonly views: readonly SavedView[];
  readonly next: number;
}

/** The most saved views of an account. */
export const MOST_SAVED_VIEWS = 20;

/** The most characters of a name. */
export const MAX_VIEW_NAME = 60;

/** Reads a name: without spaces around it, 1 to 60 characters, on one line. */
export function readViewName(text: string): Answer<string> {
  const name = text.trim().normalize();
  if (name === '') return refuse('invalid_argument', 'name is missing: give the view a name.');
  if (name.length > MAX_VIEW_NAME) return refuse('invalid_argument', `name must not be longer than ${MAX_VIEW_NAME} characters.`);
  // Also characters that turn the reading direction, so that no name looks like another.
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(name))
    return refuse('invalid_argument', 'name must not have line breaks or control characters.');
  return ok(name);
}

/** Returns whether two names are the same, whatever their case. */
export function isSameName(a: string, b: string): boolean {
  return foldName(a) === foldName(b);
}

/**
 * Adds or replaces a saved view, and returns all with the one that was saved. Adding the same again changes nothing: the call may have been repeated. `not_found`: there is none with this ID. `already_exists`: another one has the name.
 * `failed_precondition`: there are too many.
 */
export function saveView({ views, next }: KeptViews, { id, ...wanted }: ViewChange): Answer<{ kept: KeptViews; saved: SavedView }> {
  if (id !== null && !views.some((one) => one.id === id)) return refuse('not_found', 'This saved view was deleted.');
  const repeated = id === null ? views.find((one) => isSameView(one, wanted)) : undefined;
  if (repeated !== undefined) return ok({ kept: { views, next }, saved: repeated });
  if (views.some((one) => one.id !== id && isSameName(one.name, wanted.name)))
    return refuse('already_exists', `There is already a saved view named “${wanted.name}”.`);
  if (id === null && views.length >= MOST_SAVED_VIEWS)
    return refuse('failed_precondition', `At most ${MOST_SAVED_VIEWS} views can be saved. Delete one first.`);
  const saved = { id: id ?? next, ...wanted };
  const kept =
    id === null ? { views: [...views, saved], next: next + 1 } : { views: views.map((one) => (one.id === id ? saved : one)), next };
  return ok({ kept, saved });
}

function isSameView(a: Omit<SavedView, 'id'>, b: Omit<SavedView, 'id'>): boolean {
  return a.name === b.name && a.view === b.view && a.query === b.query && a.sort === b.sort;
}

function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ');
}
