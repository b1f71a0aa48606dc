import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { Meta } from '../store/meta';

interface Asked {
  readonly source: Source;
  readonly variantId: string;
  readonly at: Instant;
}

const NAME = 'askedEnds';

/** How long a change in the app explains the end of a link, in ms: longer than the grace period of different SKUs. */
const EXPLAINS_MS = 60 * 60_000;

/** Number of changes that are remembered; a person makes fewer in an hour. */
const MOST_ASKED = 500;

/**
 * The variants whose SKU or tracking the merchant has changed in the app lately: the end of their link is no surprise, unless a side was
 * deleted. Stored with each change, and read once.
 */
export class AskedEnds {
  readonly #meta: Meta;
  readonly #now: () => Instant;
  /** By `source:variant ID`, the earliest first; null until read. */
  #asked: Map<string, Asked> | null = null;

  constructor(meta: Meta, now: () => Instant) {
    this.#meta = meta;
    this.#now = now;
  }

  note(source: Source, variantId: string): void {
    const asked = this.#read();
    const key = keyOf(source, variantId);
    asked.delete(key);
    for (const [name, { at }] of asked) if (!this.#explains(at) || asked.size >= MOST_ASKED) asked.delete(name);
    asked.set(key, { source, variantId, at: this.#now() });
    this.#meta.write(NAME, [...asked.values()]);
  }

  has(source: Source, variantId: string): boolean {
    const found = this.#read().get(keyOf(source, variantId));
    return found !== undefined && this.#explains(found.at);
  }

  #explains(at: Instant): boolean {
    return this.#now() - at < EXPLAINS_MS;
  }

  #read(): Map<string, Asked> {
    this.#asked ??= new Map((this.#meta.read<Asked[]>(NAME) ?? []).map((one) => [keyOf(one.source, one.variantId), one]));
    return this.#asked;
  }
}

function keyOf(source: Source, variantId: string): string {
  return `${source}:${variantId}`;
}
