import type { CatalogProduct } from './shape';
import { product } from './write';

/** Kitchen, home, and garden products of the small catalog. */
export const home: readonly CatalogProduct[] = [
  product(
    ['Stoneware Mug', 'Thrown in small batches, holds 300 ml.', 'Kiln & Co', 'Kitchen', 2400, 'Glaze'],
    ['Speckle', 'MUG-SPK', 34, { barcode: '5012345600012' }],
    ['Indigo', 'MUG-IND', 27],
    ['Moss', 'MUG-MSS', 19],
  ),
  product(
    ['Ash Serving Board', 'Oiled ash with a leather loop.', 'Field Joinery', 'Kitchen', 4600, 'Size'],
    ['Small', 'BRD-ASH-S', 9],
    ['Large', 'BRD-ASH-L', 7],
  ),
  product(
    ['Enamel Pie Dish', 'White enamel, blue rim.', 'Kiln & Co', 'Kitchen', 1900, 'Size'],
    ['20 cm', 'PIE-20', 16],
    ['26 cm', 'PIE-26', 12],
  ),
  product(
    ['Linen Tea Towel', 'Pure linen, made to be boiled.', 'Fern & Folly', 'Kitchen', 1600, 'Colour'],
    ['Natural', 'TTW-NAT', 31],
    ['Blue Stripe', 'TTW-BLU', 26],
  ),
  product(
    ['Pour-Over Set', 'Dripper, carafe and forty papers.', 'Kiln & Co', 'Kitchen', 5400, ''],
    ['', 'POUR-SET', 8, { shopify: { stock: 8 }, square: { stock: 6 } }],
  ),
  product(['Brass Bottle Opener', 'Heavy enough to keep.', 'Ferrier', 'Kitchen', 2800, ''], ['', 'OPEN-BRS', 15]),
  product(
    ['Beeswax Candle', 'Burns for thirty hours.', 'Hive Road', 'Home', 1800, 'Size'],
    ['Small', 'CND-BEE-S', 42],
    ['Tall', 'CND-BEE-T', 33],
  ),
  product(
    ['Scented Candle', 'Poured in a tumbler that you keep.', 'Hive Road', 'Home', 3400, 'Scent'],
    ['Fig', 'CND-FIG', 20],
    ['Cedar', 'CND-CED', 18],
    ['Sea Salt', 'CND-SEA', 15, { square: { tracked: false } }],
  ),
  product(
    ['Room Spray', 'A hundred millilitres of a better mood.', 'Hive Road', 'Home', 2200, 'Scent'],
    ['Fig', 'SPR-FIG', 12],
    ['Cedar', 'SPR-CED', 11],
  ),
  product(
    ['Wool Throw', 'Woven from the leftovers of larger things, never twice the same.', 'Hill & Fold', 'Home', 11800, 'Colour'],
    ['Heather', 'THR-HTH', 6],
    ['Slate', 'THR-SLT', 5],
  ),
  product(
    ['Linen Cushion', 'Feather filled, with a hidden zip.', 'Fern & Folly', 'Home', 4800, 'Colour'],
    ['Clay', 'CSH-CLY', 10],
    ['Sage', 'CSH-SGE', 9],
    ['Ink', 'CSH-INK', 8],
  ),
  product(['Jute Doormat', 'Coarse where it must be.', 'Field Joinery', 'Home', 3600, ''], ['', 'MAT-JUT', 13]),
  product(
    ['Seagrass Basket', 'Woven by hand, stands on its own.', 'Field Joinery', 'Home', 4200, 'Size'],
    ['Small', 'BSK-SG-S', 11],
    ['Large', 'BSK-SG-L', 7],
  ),
  product(
    ['Terracotta Planter', 'Unglazed, with a saucer.', 'Kiln & Co', 'Garden', 2900, 'Size'],
    ['12 cm', 'PLN-12', 24],
    ['16 cm', 'PLN-16', 18, { shopify: { stock: 15 } }],
    ['20 cm', 'PLN-20', 10],
  ),
  product(['Watering Can', 'Galvanised, with a fine rose.', 'Tern', 'Garden', 4400, ''], ['', 'WCAN-GLV', 9]),
  product(['Hand Fork and Trowel', 'Ash handles and forged heads.', 'Field Joinery', 'Garden', 3800, ''], ['', 'FORK-SET', 14]),
  product(['Herb Seed Box', 'Six herbs for a window sill.', 'Tern', 'Garden', 1400, ''], ['', 'SEED-HRB', 38]),
  product(['Cast Iron Hook', 'Holds a coat, a lead, a grudge.', 'Ferrier', 'Home', 900, ''], ['', 'HOOK-CI', 52]),
  product(
    ['Desk Lamp', 'Turned beech and a linen cord.', 'Field Joinery', 'Lighting', 8900, 'Colour'],
    ['Beech', 'LMP-BCH', 5],
    ['Black', 'LMP-BLK', 6, { square: { sku: '' } }],
  ),
  product(
    ['Paper Lantern', 'Sixty centimetres of soft light.', 'Field Joinery', 'Lighting', 3200, ''],
    ['', 'LNT-PPR', 12, { shopify: null }],
  ),
  product(
    ['Counter Postcards', 'Five views of the harbour, sold at the till.', 'Fern & Folly', 'Stationery', 400, ''],
    ['', 'PCRD-HRB', 120, { shopify: null }],
  ),
  product(
    ['Pocket Notebook', 'Forty-eight dotted pages, sewn.', 'Fern & Folly', 'Stationery', 900, 'Colour'],
    ['Kraft', 'NBK-KRF', 44],
    ['Ink', 'NBK-INK', 39],
  ),
];
