import { Exclusions, isSameExclusion, type Exclusion, type KeptExclusion } from '../../domain/catalog/exclusion';
import type { SideVariant } from '../../domain/catalog/side-variant';
import type { Meta } from '../store/meta';

const NAME = 'exclusions';

interface Stored {
  readonly kept: readonly KeptExclusion[];
  /** The key of the last row to which they were applied since they changed; null once they have reached all. */
  readonly appliedTo: number | null;
}

const NOTHING: Stored = { kept: [], appliedTo: null };

/** What the merchant excludes, and how far that has reached the catalog. Read once per instance of the object. */
export class ExclusionStore {
  readonly #meta: Meta;
  #stored: Stored | null = null;
  #rules: Exclusions | null = null;

  constructor(meta: Meta) {
    this.#meta = meta;
  }

  all(): readonly KeptExclusion[] {
    return this.#read().kept;
  }

  /** Returns a variant as it was read, with whether it is excluded. */
  marked(side: SideVariant): SideVariant {
    this.#rules ??= new Exclusions(this.all().map(({ exclusion }) => exclusion));
    const isExcluded = this.#rules.has(side);
    return isExcluded === (side.isExcluded === true) ? side : { ...side, isExcluded };
  }

  /** Excludes, or no longer. Returns whether that changed anything: what is excluded already stays as it is. */
  save(wanted: KeptExclusion, on: boolean): boolean {
    const others = this.all().filter(({ exclusion }) => !isSameExclusion(exclusion, wanted.exclusion));
    if (others.length < this.all().length === on) return false;
    this.#write({ kept: on ? [...others, wanted] : others, appliedTo: -1 });
    return true;
  }

  has(exclusion: Exclusion): boolean {
    return this.all().some((kept) => isSameExclusion(kept.exclusion, exclusion));
  }

  /** Returns the key after which rows are still to be compared with the exclusions; null when all are. */
  get appliedTo(): number | null {
    return this.#read().appliedTo;
  }

  /** Notes up to which row the exclusions were applied; null for all. */
  applied(to: number | null): void {
    this.#write({ kept: this.all(), appliedTo: to });
  }

  #read(): Stored {
    this.#stored ??= this.#meta.read<Stored>(NAME) ?? NOTHING;
    return this.#stored;
  }

  #write(stored: Stored): void {
    this.#meta.write(NAME, stored);
    this.#stored = stored;
    this.#rules = null;
  }
}
