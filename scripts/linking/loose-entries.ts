import type { Source } from '../../src/domain/source.ts';
import type { Random } from '../sim/random.ts';
import { pick, sample, shuffled } from './draw.ts';
import type { LooseEntry, Product } from './goods.ts';

/** How many entries of each kind a side has; of services, how many mention goods of the shop. */
export interface LooseCounts {
  readonly generic: Readonly<Record<Source, number>>;
  readonly giftCards: Readonly<Record<Source, number>>;
  /** Shopify alone. */
  readonly online: number;
  /** Square alone. */
  readonly services: number;
  /** Square alone. */
  readonly aboutGoods: number;
}

/** Product and variant names of entries that say nothing. */
const GENERIC: Readonly<Record<Source, readonly (readonly [string, string])[]>> = {
  shopify: [
    ['Misc', 'Default Title'],
    ['Miscellaneous', 'Default Title'],
    ['Custom Order', 'Default Title'],
    ['Item', 'Default Title'],
    ['Regular', 'Default Title'],
    ['Test', 'Default Title'],
    ['Sale', 'Default Title'],
    ['Other', 'Default Title'],
    ['New product', 'Default Title'],
    ['Custom', 'Small'],
    ['Custom', 'Large'],
  ],
  square: [
    ['Misc', 'Regular'],
    ['Misc', 'Taxable'],
    ['Misc', 'Non-tax'],
    ['Miscellaneous', 'Regular'],
    ['Custom Amount', 'Regular'],
    ['Open Item', 'Regular'],
    ['Item', 'Regular'],
    ['Regular', 'Regular'],
    ['Sale', 'Regular'],
    ['Sale', '50% off'],
    ['Test', 'Regular'],
    ['test 2', 'Regular'],
    ['Other', 'Regular'],
    ['Clearance', 'Regular'],
    ['Consignment', 'Regular'],
    ['New Item', 'Regular'],
    ['Custom', 'Small'],
    ['Custom', 'Large'],
    ['Custom order', 'Regular'],
  ],
};

/** Product name, variant name, and price in US cents (null: entered at each sale) of what only an online shop has. */
const ONLINE: readonly (readonly [string, string, number | null])[] = [
  ['Shipping Protection', 'Default Title', 198],
  ['Rush Processing', 'Default Title', 1500],
  ['Mystery Box', 'Default Title', 4900],
  ['Build Your Own Gift Box', 'Small', 3500],
  ['Build Your Own Gift Box', 'Large', 6500],
  ['Monthly Subscription Box', '1 month', 3900],
  ['Monthly Subscription Box', '3 months', 10_900],
  ['Monthly Subscription Box', '12 months', 39_900],
  ['Care Guide (PDF download)', 'Default Title', 500],
  ['Gift Message', 'Default Title', 0],
  ['Carbon Offset', 'Default Title', 100],
  ['Members Club', 'Yearly', 5000],
  ['Online Class: Getting Started', 'Default Title', 2900],
  ['Wholesale Sample Kit', 'Default Title', 2500],
];

/** The same of services, fees, and deposits of a store. */
const SERVICES: readonly (readonly [string, string, number | null])[] = [
  ['Gift Wrap', 'Regular', 500],
  ['Bag Fee', 'Paper', 10],
  ['Bag Fee', 'Plastic', 10],
  ['Bottle Deposit', '5c', 5],
  ['Bottle Deposit', '10c', 10],
  ['Case Deposit', 'Regular', 120],
  ['Keg Deposit', 'Regular', 5000],
  ['Jar Deposit', 'Regular', 200],
  ['Delivery', 'Local', 800],
  ['Delivery', 'Out of town', 1800],
  ['Workshop Ticket', 'Adult', 4500],
  ['Workshop Ticket', 'Child', 2500],
  ['Tasting', 'Flight', 1500],
  ['Corkage', 'Regular', 2000],
  ['Room Rental', 'Half day', 15_000],
  ['Room Rental', 'Full day', 25_000],
  ['Key Cutting', 'Regular', 350],
  ['Alteration', 'Hem', 1800],
  ['Alteration', 'Sleeve', 2200],
  ['Engraving', 'Per letter', 150],
  ['Sharpening', 'Regular', 700],
  ['Repair', 'Small', null],
  ['Repair', 'Large', null],
  ['Consultation', '30 min', 4000],
  ['Tool Rental', 'Day', 2500],
  ['Paint Mixing', 'Regular', 300],
  ['Tip', 'Regular', null],
  ['Catering deposit', 'Regular', 10_000],
];

const GIFT_CARDS: Readonly<Record<Source, readonly (readonly [string, string, number])[]>> = {
  shopify: [
    ['Gift Card', '$25.00', 2500],
    ['Gift Card', '$50.00', 5000],
    ['Gift Card', '$100.00', 10_000],
  ],
  square: [
    ['Gift Card', '25', 2500],
    ['Gift Card', '50', 5000],
    ['Gift Card', '100', 10_000],
    ['Gift Certificate', '$25', 2500],
  ],
};

/** What a store does with any goods for money. */
const WORK: readonly string[] = ['Repair', 'Rental', 'Special Order Deposit', 'Personalization', 'Layaway', 'Restocking Fee'];

type Line = readonly [productName: string, name: string, priceCents: number | null];

/** Returns entries of both sides that are no goods. */
export function drawLooseEntries(random: Random, products: readonly Product[], counts: LooseCounts): LooseEntry[] {
  const entries = (source: Source, kind: LooseEntry['kind'], lines: readonly Line[]): LooseEntry[] =>
    lines.map(([productName, name, priceCents]) => ({ source, kind, productName, name, priceCents }));
  const generic = (source: Source): LooseEntry[] =>
    entries(
      source,
      'generic',
      sample(random, GENERIC[source], counts.generic[source]).map(([productName, name]) => [
        productName,
        name,
        source === 'square' && random.chance(0.5) ? null : random.between(1, 40) * 50,
      ]),
    );
  const mentioned = shuffled(
    random,
    products.filter(({ goods }) => goods.some(({ pieces }) => pieces.shopify > 0)),
  );
  const about = mentioned.slice(0, counts.aboutGoods).map((product): LooseEntry => {
    const productName = `${product.line} ${product.noun} ${product.work === '' ? pick(random, WORK) : product.work}`.trim();
    return { source: 'square', kind: 'service', productName, name: 'Regular', priceCents: random.between(4, 40) * 100, about: product };
  });
  return [
    ...generic('shopify'),
    ...entries('shopify', 'gift card', GIFT_CARDS.shopify.slice(0, counts.giftCards.shopify)),
    ...entries('shopify', 'online', sample(random, ONLINE, counts.online)),
    ...generic('square'),
    ...entries('square', 'gift card', GIFT_CARDS.square.slice(0, counts.giftCards.square)),
    ...entries('square', 'service', sample(random, SERVICES, counts.services)),
    ...about,
  ];
}
