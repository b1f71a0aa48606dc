import type { Source } from '../../src/domain/source.ts';

/** What a value of an option measures; `text` for scents, flavors, finishes, and whatever else has no spellings of its own. */
export type Axis = 'size' | 'waist' | 'shoe' | 'volume' | 'weight' | 'length' | 'color' | 'year' | 'text';

/** One property by which variants of a product differ, in its plain spelling: `{ axis: 'volume', value: '500 ml' }`. */
export interface Attribute {
  readonly axis: Axis;
  readonly value: string;
}

/** How a variant stands in a merchant's own export of Shopify products; '' for what is blank there. */
export interface ExportedVariant {
  readonly productName: string;
  readonly name: string;
  readonly sku: string;
  readonly barcode: string;
  readonly price: string;
  readonly tracked: boolean;
  /** Whole units. */
  readonly quantity: number;
}

/** Something that the shop sells, apart from how either platform writes it. */
export interface Good {
  readonly attributes: readonly Attribute[];
  /** '' for the goods themselves, else 'Refill', 'Sample', … */
  readonly form: string;
  /** US cents for one piece. */
  readonly priceCents: number;
  /** How many pieces a unit of each side holds; 0 where the side does not list it. */
  readonly pieces: Readonly<Record<Source, number>>;
  /** The maker's true barcode of what each side sells, 13 digits with the check digit; '' without one. */
  readonly gtin: Readonly<Record<Source, string>>;
  /** The maker's article code. */
  readonly code: string;
  /** Whether Square still has an old entry of it beside the one in use. */
  readonly retiredCopy: boolean;
  /** Present if Shopify's side is a merchant's own export. */
  readonly exported?: ExportedVariant;
}

/** Goods of one name that differ in their attributes. */
export interface Product {
  /** '' for the shop's own make. */
  readonly brand: string;
  /** What distinguishes it from others of its noun: "Early Harvest". May be ''. */
  readonly line: string;
  /** What it is: "Olive Oil". */
  readonly noun: string;
  /** Another common word for the noun; '' without one. */
  readonly synonym: string;
  /** What a store does with such goods for money: "Sharpening"; '' for nothing of its own. */
  readonly work: string;
  /** Never empty. */
  readonly goods: readonly Good[];
}

/** An entry of one side that is no goods of a product: a service, a fee, a gift card, a test. */
export interface LooseEntry {
  readonly source: Source;
  readonly productName: string;
  readonly name: string;
  /** US cents; null for a price that is entered at each sale. */
  readonly priceCents: number | null;
  /** `generic`: its name says nothing, and it has neither SKU nor barcode. */
  readonly kind: 'generic' | 'service' | 'gift card' | 'online';
  /** Of a service: the product that its name mentions. */
  readonly about?: Product;
}

/** What a shop sells on both platforms. */
export interface Shop {
  readonly products: readonly Product[];
  readonly loose: readonly LooseEntry[];
}

/** Returns whether both sides sell it. */
export const isOnBoth = ({ pieces }: Pick<Good, 'pieces'>): boolean => pieces.shopify > 0 && pieces.square > 0;
