import { ok, refuse, type Answer } from '../result';
import { parseSource, sourceName, type Source } from '../source';
import { foldValue, isSame, LABEL_KINDS, valuesOf, type LabelFilter, type LabelKind } from './search-query';
import type { SideVariant } from './side-variant';

/** What the merchant excludes: a platform's product by its id, or all products with a label, on whichever platform. */
export type Exclusion =
  | (LabelFilter & { readonly source?: never })
  | { readonly kind: 'product'; readonly source: Source; readonly value: string };

/** An exclusion as it is kept: with the product's name when it was excluded; '' for a label. */
export interface KeptExclusion {
  readonly exclusion: Exclusion;
  readonly name: string;
}

/** Most exclusions of an account: all are compared with each variant that is read. */
export const MOST_EXCLUSIONS = 500;

/** The longest label or product id, in characters (Shopify's tags have 255 at most). */
const MAX_VALUE = 255;

/** The facts of a variant that an exclusion depends on. */
type Product = Pick<SideVariant, 'source' | 'productId' | 'labels'>;

/** Decides which variants are excluded: never linked, in no count, and no problem. */
export class Exclusions {
  readonly #products = new Set<string>();
  readonly #labels: Readonly<Record<LabelKind, Set<string>>> = { vendor: new Set(), type: new Set(), tag: new Set() };
  readonly #isEmpty: boolean;

  constructor(all: readonly Exclusion[]) {
    this.#isEmpty = all.length === 0;
    for (const one of all) {
      if (one.kind === 'product') this.#products.add(`${one.source}:${one.value}`);
      else this.#labels[one.kind].add(foldValue(one.value));
    }
  }

  has({ source, productId, labels }: Product): boolean {
    if (this.#isEmpty) return false;
    if (this.#products.has(`${source}:${productId}`)) return true;
    return LABEL_KINDS.some((kind) => valuesOf(labels, kind).some((value) => this.#labels[kind].has(foldValue(value))));
  }
}

/** Returns whether two exclusions mean the same. */
export function isSameExclusion(a: Exclusion, b: Exclusion): boolean {
  if (a.kind === 'product' || b.kind === 'product') return a.kind === b.kind && a.source === b.source && a.value === b.value;
  return isSame(a, b);
}

/** Reads an exclusion that a caller names. `source` and a product's id are for products, and only for them. */
export function readExclusion({ kind, source, value }: { kind: string; source: string; value: string }): Answer<Exclusion> {
  const text = value.trim();
  if (text === '') return refuse('invalid_argument', 'value is missing: name a product, a vendor, a type, or a tag.');
  if (text.length > MAX_VALUE) return refuse('invalid_argument', `value must not be longer than ${MAX_VALUE} characters.`);
  if (kind === 'product') {
    const known = parseSource(source);
    if (known === null) return refuse('invalid_argument', "source must be 'shopify' or 'square'.");
    return ok({ kind, source: known, value: text });
  }
  const label = LABEL_KINDS.find((one) => one === kind);
  return label === undefined
    ? refuse('invalid_argument', "kind must be 'product', 'vendor', 'type', or 'tag'.")
    : ok({ kind: label, value: text });
}

/** Returns an exclusion in words, for the history. */
export function describeExclusion({ exclusion, name }: KeptExclusion): string {
  switch (exclusion.kind) {
    case 'product':
      return `“${name === '' ? exclusion.value : name}” on ${sourceName(exclusion.source)}`;
    case 'vendor':
      return `everything of the vendor “${exclusion.value}”`;
    case 'type':
      return `everything of the type or category “${exclusion.value}”`;
    case 'tag':
      return `everything with the tag “${exclusion.value}”`;
  }
}
