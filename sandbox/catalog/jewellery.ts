import type { CatalogProduct } from './shape';
import { product } from './write';

/** Jewelry and jewelry care products of the small catalog. */
export const jewellery: readonly CatalogProduct[] = [
  product(
    {
      title: 'Tide Hoop Earrings',
      description: 'Recycled silver, twenty millimetres.',
      vendor: 'Studio Ondine',
      type: 'Earrings',
      price: 6800,
      options: 'Metal',
    },
    ['Silver', 'HOP-TDE-S', 9],
    ['Gold', 'HOP-TDE-G', 6, { price: 8900 }],
  ),
  product(
    {
      title: 'Pebble Studs',
      description: 'Cast from pebbles of our own beach.',
      vendor: 'Studio Ondine',
      type: 'Earrings',
      price: 4200,
      options: '',
    },
    ['', 'STD-PBL', 14, { barcode: '5012345600777' }],
  ),
  product(
    {
      title: 'Kelp Drop Earrings',
      description: 'They move when you do.',
      vendor: 'Studio Ondine',
      type: 'Earrings',
      price: 7400,
      options: '',
    },
    ['', 'DRP-KLP', 5],
  ),
  product(
    {
      title: 'Signet Ring',
      description: 'Plain, so that it can become yours.',
      vendor: 'Studio Ondine',
      type: 'Rings',
      price: 12400,
      options: 'Size',
    },
    ['M', 'RNG-SGN-M', 4],
    ['O', 'RNG-SGN-O', 5],
    ['Q', 'RNG-SGN-Q', 3],
  ),
  product(
    {
      title: 'Stacking Ring',
      description: 'Hammered, thin, best in threes.',
      vendor: 'Studio Ondine',
      type: 'Rings',
      price: 3600,
      options: 'Size',
    },
    ['M', 'RNG-STK-M', 11],
    ['O', 'RNG-STK-O', 12, { square: { stock: 9 } }],
    ['Q', 'RNG-STK-Q', 8],
  ),
  product(
    { title: 'Moonstone Ring', description: 'A cabochon in a closed setting.', vendor: 'Lune', type: 'Rings', price: 9800, options: '' },
    ['', 'RNG-MOON', 4],
  ),
  product(
    {
      title: 'Fine Chain Necklace',
      description: 'Forty-five centimetres, adjustable.',
      vendor: 'Lune',
      type: 'Necklaces',
      price: 5400,
      options: 'Metal',
    },
    ['Silver', 'NCK-CHN-S', 13],
    ['Gold', 'NCK-CHN-G', 8, { price: 7200 }],
  ),
  product(
    {
      title: 'Compass Pendant',
      description: 'Struck by hand on a silver disc.',
      vendor: 'Lune',
      type: 'Necklaces',
      price: 8200,
      options: '',
    },
    ['', 'PND-CMP', 6],
  ),
  product(
    {
      title: 'Pearl Strand',
      description: 'Freshwater pearls, knotted on silk.',
      vendor: 'Lune',
      type: 'Necklaces',
      price: 16800,
      options: '',
    },
    ['', 'NCK-PRL', 3, { shopify: { tracked: false } }],
  ),
  product(
    {
      title: 'Rope Bracelet',
      description: 'Waxed cord with a silver bead.',
      vendor: 'Studio Ondine',
      type: 'Bracelets',
      price: 2800,
      options: 'Colour',
    },
    ['Navy', 'BRC-RPE-N', 18],
    ['Rust', 'BRC-RPE-R', 16],
    ['Black', 'BRC-RPE', 15],
  ),
  product(
    {
      title: 'Rope Bracelet, Wide',
      description: 'The same cord, three times around.',
      vendor: 'Studio Ondine',
      type: 'Bracelets',
      price: 3600,
      options: '',
    },
    ['', 'BRC-RPE', 9, { square: { sku: 'BRC-RPE-W' } }],
  ),
  product(
    {
      title: 'Cuff Bracelet',
      description: 'Solid brass, bends a little to your wrist.',
      vendor: 'Ferrier',
      type: 'Bracelets',
      price: 6400,
      options: '',
    },
    ['', 'CUF-BRS', 7],
  ),
  product({ title: 'Charm Bracelet', description: 'Starts with one charm.', vendor: 'Lune', type: 'Bracelets', price: 7800, options: '' }, [
    '',
    'BRC-CHM',
    6,
  ]),
  product(
    { title: 'Enamel Pin', description: 'A small boat for a lapel.', vendor: 'Maple & Pine', type: 'Pins', price: 1100, options: 'Design' },
    ['Boat', 'PIN-BOT', 47],
    ['Gull', 'PIN-GUL', 41],
  ),
  product({ title: 'Jewellery Cloth', description: 'Keeps silver bright.', vendor: 'Lune', type: 'Care', price: 800, options: '' }, [
    '',
    'CLTH-JWL',
    36,
  ]),
  product(
    { title: 'Ring Dish', description: 'For the edge of the sink.', vendor: 'Kiln & Co', type: 'Home', price: 2100, options: 'Glaze' },
    ['White', 'DSH-WHT', 17],
    ['Speckle', 'DSH-SPK', 14],
  ),
  product(
    { title: 'Jewellery Roll', description: 'Suede, folds flat for travel.', vendor: 'Ferrier', type: 'Care', price: 4900, options: '' },
    ['', 'ROLL-SUE', 8, { square: null }],
  ),
  product(
    {
      title: 'Engraving',
      description: 'Up to twelve letters, ready in a week.',
      vendor: 'Studio Ondine',
      type: 'Services',
      price: 1500,
      options: '',
    },
    ['', '', 0, { shopify: { tracked: false }, square: null }],
  ),
];
