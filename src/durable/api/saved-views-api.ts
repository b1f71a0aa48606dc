import type { SavedView, ViewChange } from '../../domain/catalog/saved-view';
import type { Answer } from '../../domain/result';

/** The account object's methods for the views of the inventory that the merchant saves. */
export interface SavedViewsApi {
  /** Returns them, the oldest first. */
  savedViews(): Promise<readonly SavedView[]>;
  /** Adds one, or replaces the one with its ID. `not_found`, `already_exists`, `failed_precondition`: as `saveView` in the domain; then nothing changes. */
  saveView(wanted: ViewChange): Promise<Answer<SavedView>>;
  /** Deletes one; one that does not exist changes nothing. */
  deleteView(id: number): Promise<void>;
}
