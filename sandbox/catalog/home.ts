import type { CatalogProduct } from './shape';
import { product } from './write';

/** Kitchen, home, and garden products of the small catalog. */
export const home: readonly CatalogProduct[] = [
  product(
    {
      title: 'Stoneware Mug',
      description: 'Thrown in small batches, holds 300 ml.',
      vendor: 'Kiln & Co',
      type: 'Kitchen',
      price: 2400,
      options: 'Glaze',
    },
    ['Speckle', 'MUG-SPK', 34, { barcode: '5012345600012' }],
    ['Indigo', 'MUG-IND', 27],
    ['Moss', 'MUG-MSS', 19],
  ),
  product(
    {
      title: 'Ash Serving Board',
      description: 'Oiled ash with a leather loop.',
      vendor: 'Field Joinery',
      type: 'Kitchen',
      price: 4600,
      options: 'Size',
    },
    ['Small', 'BRD-ASH-S', 9],
    ['Large', 'BRD-ASH-L', 7],
  ),
  product(
    {
      title: 'Enamel Pie Dish',
      description: 'White enamel, blue rim.',
      vendor: 'Kiln & Co',
      type: 'Kitchen',
      price: 1900,
      options: 'Size',
    },
    ['20 cm', 'PIE-20', 16],
    ['26 cm', 'PIE-26', 12],
  ),
  product(
    {
      title: 'Linen Tea Towel',
      description: 'Pure linen, made to be boiled.',
      vendor: 'Maple & Pine',
      type: 'Kitchen',
      price: 1600,
      options: 'Colour',
    },
    ['Natural', 'TTW-NAT', 31],
    ['Blue Stripe', 'TTW-BLU', 26],
  ),
  product(
    {
      title: 'Pour-Over Set',
      description: 'Dripper, carafe and forty papers.',
      vendor: 'Kiln & Co',
      type: 'Kitchen',
      price: 5400,
      options: '',
    },
    ['', 'POUR-SET', 8, { shopify: { stock: 8 }, square: { stock: 6 } }],
  ),
  product(
    { title: 'Brass Bottle Opener', description: 'Heavy enough to keep.', vendor: 'Ferrier', type: 'Kitchen', price: 2800, options: '' },
    ['', 'OPEN-BRS', 15],
  ),
  product(
    { title: 'Beeswax Candle', description: 'Burns for thirty hours.', vendor: 'Hive Road', type: 'Home', price: 1800, options: 'Size' },
    ['Small', 'CND-BEE-S', 42],
    ['Tall', 'CND-BEE-T', 33],
  ),
  product(
    {
      title: 'Scented Candle',
      description: 'Poured in a tumbler that you keep.',
      vendor: 'Hive Road',
      type: 'Home',
      price: 3400,
      options: 'Scent',
    },
    ['Fig', 'CND-FIG', 20],
    ['Cedar', 'CND-CED', 18],
    ['Sea Salt', 'CND-SEA', 15, { square: { tracked: false } }],
  ),
  product(
    {
      title: 'Room Spray',
      description: 'A hundred millilitres of a better mood.',
      vendor: 'Hive Road',
      type: 'Home',
      price: 2200,
      options: 'Scent',
    },
    ['Fig', 'SPR-FIG', 12],
    ['Cedar', 'SPR-CED', 11],
  ),
  product(
    {
      title: 'Wool Throw',
      description: 'Woven from the leftovers of larger things, never twice the same.',
      vendor: 'Hill & Fold',
      type: 'Home',
      price: 11800,
      options: 'Colour',
    },
    ['Heather', 'THR-HTH', 6],
    ['Slate', 'THR-SLT', 5],
  ),
  product(
    {
      title: 'Linen Cushion',
      description: 'Feather filled, with a hidden zip.',
      vendor: 'Maple & Pine',
      type: 'Home',
      price: 4800,
      options: 'Colour',
    },
    ['Clay', 'CSH-CLY', 10],
    ['Sage', 'CSH-SGE', 9],
    ['Ink', 'CSH-INK', 8],
  ),
  product(
    { title: 'Jute Doormat', description: 'Coarse where it must be.', vendor: 'Field Joinery', type: 'Home', price: 3600, options: '' },
    ['', 'MAT-JUT', 13],
  ),
  product(
    {
      title: 'Seagrass Basket',
      description: 'Woven by hand, stands on its own.',
      vendor: 'Field Joinery',
      type: 'Home',
      price: 4200,
      options: 'Size',
    },
    ['Small', 'BSK-SG-S', 11],
    ['Large', 'BSK-SG-L', 7],
  ),
  product(
    {
      title: 'Terracotta Planter',
      description: 'Unglazed, with a saucer.',
      vendor: 'Kiln & Co',
      type: 'Garden',
      price: 2900,
      options: 'Size',
    },
    ['12 cm', 'PLN-12', 24],
    ['16 cm', 'PLN-16', 18, { shopify: { stock: 15 } }],
    ['20 cm', 'PLN-20', 10],
  ),
  product(
    { title: 'Watering Can', description: 'Galvanised, with a fine rose.', vendor: 'Tern', type: 'Garden', price: 4400, options: '' },
    ['', 'WCAN-GLV', 9],
  ),
  product(
    {
      title: 'Hand Fork and Trowel',
      description: 'Ash handles and forged heads.',
      vendor: 'Field Joinery',
      type: 'Garden',
      price: 3800,
      options: '',
    },
    ['', 'FORK-SET', 14],
  ),
  product(
    { title: 'Herb Seed Box', description: 'Six herbs for a window sill.', vendor: 'Tern', type: 'Garden', price: 1400, options: '' },
    ['', 'SEED-HRB', 38],
  ),
  product(
    { title: 'Cast Iron Hook', description: 'Holds a coat, a lead, a grudge.', vendor: 'Ferrier', type: 'Home', price: 900, options: '' },
    ['', 'HOOK-CI', 52],
  ),
  product(
    {
      title: 'Desk Lamp',
      description: 'Turned beech and a linen cord.',
      vendor: 'Field Joinery',
      type: 'Lighting',
      price: 8900,
      options: 'Colour',
    },
    ['Beech', 'LMP-BCH', 5],
    ['Black', 'LMP-BLK', 6, { square: { sku: '' } }],
  ),
  product(
    {
      title: 'Paper Lantern',
      description: 'Sixty centimetres of soft light.',
      vendor: 'Field Joinery',
      type: 'Lighting',
      price: 3200,
      options: '',
    },
    ['', 'LNT-PPR', 12, { shopify: null }],
  ),
  product(
    {
      title: 'Counter Postcards',
      description: 'Five views of the harbour, sold at the till.',
      vendor: 'Maple & Pine',
      type: 'Stationery',
      price: 400,
      options: '',
    },
    ['', 'PCRD-HRB', 120, { shopify: null }],
  ),
  product(
    {
      title: 'Pocket Notebook',
      description: 'Forty-eight dotted pages, sewn.',
      vendor: 'Maple & Pine',
      type: 'Stationery',
      price: 900,
      options: 'Colour',
    },
    ['Kraft', 'NBK-KRF', 44],
    ['Ink', 'NBK-INK', 39],
  ),
];
