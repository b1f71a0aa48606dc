import type { CatalogProduct } from './shape';
import { product } from './write';

/** Jewelry and jewelry care products of the small catalog. */
export const jewellery: readonly CatalogProduct[] = [
  product(
    ['Tide Hoop Earrings', 'Recycled silver, twenty millimetres.', 'Studio Ondine', 'Earrings', 6800, 'Metal'],
    ['Silver', 'HOP-TDE-S', 9],
    ['Gold', 'HOP-TDE-G', 6, { price: 8900 }],
  ),
  product(
    ['Pebble Studs', 'Cast from pebbles of our own beach.', 'Studio Ondine', 'Earrings', 4200, ''],
    ['', 'STD-PBL', 14, { barcode: '5012345600777' }],
  ),
  product(['Kelp Drop Earrings', 'They move when you do.', 'Studio Ondine', 'Earrings', 7400, ''], ['', 'DRP-KLP', 5]),
  product(
    ['Signet Ring', 'Plain, so that it can become yours.', 'Studio Ondine', 'Rings', 12400, 'Size'],
    ['M', 'RNG-SGN-M', 4],
    ['O', 'RNG-SGN-O', 5],
    ['Q', 'RNG-SGN-Q', 3],
  ),
  product(
    ['Stacking Ring', 'Hammered, thin, best in threes.', 'Studio Ondine', 'Rings', 3600, 'Size'],
    ['M', 'RNG-STK-M', 11],
    ['O', 'RNG-STK-O', 12, { square: { stock: 9 } }],
    ['Q', 'RNG-STK-Q', 8],
  ),
  product(['Moonstone Ring', 'A cabochon in a closed setting.', 'Lune', 'Rings', 9800, ''], ['', 'RNG-MOON', 4]),
  product(
    ['Fine Chain Necklace', 'Forty-five centimetres, adjustable.', 'Lune', 'Necklaces', 5400, 'Metal'],
    ['Silver', 'NCK-CHN-S', 13],
    ['Gold', 'NCK-CHN-G', 8, { price: 7200 }],
  ),
  product(['Compass Pendant', 'Struck by hand on a silver disc.', 'Lune', 'Necklaces', 8200, ''], ['', 'PND-CMP', 6]),
  product(
    ['Pearl Strand', 'Freshwater pearls, knotted on silk.', 'Lune', 'Necklaces', 16800, ''],
    ['', 'NCK-PRL', 3, { shopify: { tracked: false } }],
  ),
  product(
    ['Rope Bracelet', 'Waxed cord with a silver bead.', 'Studio Ondine', 'Bracelets', 2800, 'Colour'],
    ['Navy', 'BRC-RPE-N', 18],
    ['Rust', 'BRC-RPE-R', 16],
    ['Black', 'BRC-RPE', 15],
  ),
  product(
    ['Rope Bracelet, Wide', 'The same cord, three times around.', 'Studio Ondine', 'Bracelets', 3600, ''],
    ['', 'BRC-RPE', 9, { square: { sku: 'BRC-RPE-W' } }],
  ),
  product(['Cuff Bracelet', 'Solid brass, bends a little to your wrist.', 'Ferrier', 'Bracelets', 6400, ''], ['', 'CUF-BRS', 7]),
  product(['Charm Bracelet', 'Starts with one charm.', 'Lune', 'Bracelets', 7800, ''], ['', 'BRC-CHM', 6]),
  product(
    ['Enamel Pin', 'A small boat for a lapel.', 'Fern & Folly', 'Pins', 1100, 'Design'],
    ['Boat', 'PIN-BOT', 47],
    ['Gull', 'PIN-GUL', 41],
  ),
  product(['Jewellery Cloth', 'Keeps silver bright.', 'Lune', 'Care', 800, ''], ['', 'CLTH-JWL', 36]),
  product(
    ['Ring Dish', 'For the edge of the sink.', 'Kiln & Co', 'Home', 2100, 'Glaze'],
    ['White', 'DSH-WHT', 17],
    ['Speckle', 'DSH-SPK', 14],
  ),
  product(['Jewellery Roll', 'Suede, folds flat for travel.', 'Ferrier', 'Care', 4900, ''], ['', 'ROLL-SUE', 8, { square: null }]),
  product(
    ['Engraving', 'Up to twelve letters, ready in a week.', 'Studio Ondine', 'Services', 1500, ''],
    ['', '', 0, { shopify: { tracked: false }, square: null }],
  ),
];
