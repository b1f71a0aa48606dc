import type { CatalogProduct } from './shape';
import { product } from './write';

/** Clothes, bags, and socks of the small catalog. */
export const apparel: readonly CatalogProduct[] = [
  product(
    ['Harbour Crew Tee', 'A heavy cotton tee, garment dyed, cut a little wide.', 'Fern & Folly', 'Shirts', 2800, 'Size'],
    ['S', 'TEE-HRB-S', 12],
    ['M', 'TEE-HRB-M', 18],
    ['L', 'TEE-HRB-L', 15, { square: { stock: 13 } }],
    ['XL', 'TEE-HRB-XL', 7],
  ),
  product(
    ['Striped Breton Top', 'Long sleeves and a boat neck, knitted in Brittany.', 'Atelier Nord', 'Shirts', 4900, 'Size'],
    ['S', 'BRT-STR-S', 9],
    ['M', 'BRT-STR-M', 14],
    ['L', 'BRT-STR-L', 6],
  ),
  product(
    ['Linen Camp Shirt', 'Washed linen with coconut buttons.', 'Fern & Folly', 'Shirts', 6400, 'Size/Colour'],
    ['S/Sand', 'LCS-S-SND', 4],
    ['M/Sand', 'LCS-M-SND', 7],
    ['L/Sand', 'LCS-L-SND', 5],
    ['S/Rust', 'LCS-S-RST', 3],
    ['M/Rust', 'LCS-M-RST', 6, { shopify: { stock: 8 } }],
    ['L/Rust', 'LCS-L-RST', 2],
  ),
  product(
    ['Oxford Button-Down', 'The one you wear until the collar frays.', 'Atelier Nord', 'Shirts', 7200, 'Size'],
    ['S', 'OXF-BLU-S', 8],
    ['M', 'OXF-BLU-M', 11],
    ['L', 'OXF-BLU-L', 10],
    ['XL', 'OXF-BLU-XL', 4],
  ),
  product(
    ['Waffle Henley', 'Three buttons, waffle knit, brushed inside.', 'Fern & Folly', 'Shirts', 3900, 'Size'],
    ['S', 'HEN-WFL-S', 10, { square: { sku: '' } }],
    ['M', 'HEN-WFL-M', 13],
    ['L', 'HEN-WFL-L', 9],
  ),
  product(
    ['Merino Fine Knit', 'Extra fine merino, fully fashioned.', 'Hill & Fold', 'Knitwear', 9800, 'Size/Colour'],
    ['S/Navy', 'MFK-S-NVY', 5],
    ['M/Navy', 'MFK-M-NVY', 8],
    ['L/Navy', 'MFK-L-NVY', 6],
    ['S/Oat', 'MFK-S-OAT', 4],
    ['M/Oat', 'MFK-M-OAT', 7],
    ['L/Oat', 'MFK-L-OAT', 3],
  ),
  product(
    ['Fisherman Cardigan', 'Undyed wool, horn buttons, two deep pockets.', 'Hill & Fold', 'Knitwear', 14500, 'Size'],
    ['S', 'FCD-OAT-S', 3],
    ['M', 'FCD-OAT-M', 5],
    ['L', 'FCD-OAT-L', 4],
  ),
  product(
    ['Selvedge Straight Jean', 'Fourteen ounce denim that softens with wear.', 'Corvus Denim', 'Trousers', 12800, 'Waist'],
    ['30', 'JEAN-30', 4],
    ['32', 'JEAN-32', 9],
    ['34', 'JEAN-34', 8],
    ['36', 'JEAN-36', 5, { square: { tracked: false } }],
  ),
  product(
    ['Cord Trouser', 'Eight-wale corduroy with a soft crease.', 'Corvus Denim', 'Trousers', 8900, 'Waist'],
    ['30', 'CORD-30', 6],
    ['32', 'CORD-32', 7],
    ['34', 'CORD-34', 5],
  ),
  product(
    ['Canvas Chore Coat', 'Three patch pockets and a collar that stands.', 'Fern & Folly', 'Coats', 13900, 'Size'],
    ['S', 'CHR-CNV-S', 4],
    ['M', 'CHR-CNV-M', 6],
    ['L', 'CHR-CNV-L', 5],
  ),
  product(
    ['Quilted Liner Vest', 'Light, warm, goes under anything.', 'Fern & Folly', 'Coats', 9400, 'Size'],
    ['S', 'VST-QLT-S', 5],
    ['M', 'VST-QLT-M', 7, { shopify: { stock: 9 }, square: { stock: 5 } }],
    ['L', 'VST-QLT-L', 4],
  ),
  product(
    ['Rain Shell', 'Taped seams, packs into its own pocket.', 'Tern', 'Coats', 16800, 'Size'],
    ['S', 'RSH-GRN-S', 3, { square: null }],
    ['M', 'RSH-GRN-M', 4, { square: null }],
    ['L', 'RSH-GRN-L', 4, { square: null }],
  ),
  product(
    ['Ribbed Beanie', 'Lambswool, knitted double.', 'Hill & Fold', 'Accessories', 2600, 'Colour'],
    ['Charcoal', 'BNE-CHR', 22],
    ['Mustard', 'BNE-MST', 17],
    ['Moss', 'BNE-MSS', 14],
  ),
  product(
    ['Wool Scarf', 'Woven on old looms, fringed by hand.', 'Hill & Fold', 'Accessories', 5200, 'Colour'],
    ['Grey', 'SCF-GRY', 11],
    ['Tartan', 'SCF-TRT', 9, { shopify: { sku: '' } }],
  ),
  product(
    ['Leather Belt', 'Bridle leather and solid brass.', 'Ferrier', 'Accessories', 5800, 'Size'],
    ['85', 'BLT-085', 6],
    ['95', 'BLT-095', 8],
    ['105', 'BLT-105', 5],
  ),
  product(
    ['Canvas Tote', 'Carries a week of groceries.', 'Fern & Folly', 'Bags', 2200, ''],
    ['', 'TOTE-NAT', 40, { barcode: '5012345678900' }],
  ),
  product(['Waxed Day Pack', 'Waxed cotton, leather straps, sixteen litres.', 'Ferrier', 'Bags', 14900, ''], ['', 'PACK-WAX', 6]),
  product(
    ['Hiking Socks', 'Merino and nylon, cushioned at the heel.', 'Tern', 'Socks', 1800, 'Size'],
    ['S-M', 'SOCK-HK-SM', 25],
    ['L-XL', 'SOCK-HK-LX', 21, { square: { stock: 24 } }],
  ),
  product(
    ['Everyday Socks', 'Sold as a pair.', 'Fern & Folly', 'Socks', 1200, 'Colour'],
    ['Black', 'SOCK-EV', 30],
    ['White', 'SOCK-EV-WHT', 28, { square: { sku: 'SOCK-EV' } }],
  ),
  product(
    ['Gift Wrapping', 'We wrap it, you give it.', 'Fern & Folly', 'Services', 500, ''],
    ['', 'GIFT-WRAP', 0, { shopify: { tracked: false }, square: { tracked: false } }],
  ),
];
