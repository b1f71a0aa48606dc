import { saveView, type KeptViews, type SavedView, type ViewChange } from '../../domain/catalog/saved-view';
import { ok, type Answer } from '../../domain/result';
import type { Meta } from '../store/meta';

const NAME = 'saved_views';

const NONE: KeptViews = { views: [], next: 1 };

/** The views of the inventory that the merchant has saved, in one row. */
export class SavedViewStore {
  readonly #meta: Meta;

  constructor(meta: Meta) {
    this.#meta = meta;
  }

  /** Returns them, the oldest first. */
  all(): readonly SavedView[] {
    return this.#read().views;
  }

  /** Adds or replaces one; refuses as `saveView` does, and then changes nothing. */
  save(wanted: ViewChange): Answer<SavedView> {
    const saved = saveView(this.#read(), wanted);
    if (!saved.ok) return saved;
    this.#meta.write(NAME, saved.value.kept);
    return ok(saved.value.saved);
  }

  /** Deletes one. One that does not exist changes nothing. */
  remove(id: number): void {
    const kept = this.#read();
    const views = kept.views.filter((one) => one.id !== id);
    if (views.length < kept.views.length) this.#meta.write(NAME, { ...kept, views });
  }

  #read(): KeptViews {
    return this.#meta.read<KeptViews>(NAME) ?? NONE;
  }
}
