import { pictureOf } from './picture';
import type { SandboxCatalog, CatalogProduct, CatalogVariant } from './shape';

/** The number of products returned together. */
const BATCH = 250;
/** Stock of every generated variant, on both sides, at the first location, unless another is wanted. */
const STOCK = 100;

const QUALITIES = ['Plain', 'Soft', 'Bright', 'Quiet', 'Broad', 'Light', 'Heavy', 'Fine', 'Old', 'New'];
const THINGS = ['Shirt', 'Mug', 'Lamp', 'Scarf', 'Ring', 'Vase', 'Basket', 'Candle', 'Towel', 'Bracelet', 'Jacket', 'Bowl'];
const COLORS = ['Red', 'Blue', 'Green', 'Black', 'White', 'Grey', 'Sand', 'Rust', 'Navy', 'Plum'];

/** Returns a small seeded generator (mulberry32): 0 <= x < 1, the same sequence for the same seed. */
function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Wanted {
  readonly number: number;
  readonly size: number;
  readonly firstSku: number;
  readonly stock: number;
}

function product({ number, size, firstSku, stock }: Wanted, random: () => number): CatalogProduct {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const price = 500 + Math.floor(random() * 20_000);
  const variants = Array.from({ length: size }, (_, index): CatalogVariant => {
    const side = { sku: `GEN-${String(firstSku + index).padStart(6, '0')}`, tracked: true, stock: [stock] };
    return { options: size === 1 ? [] : [COLORS[index] ?? `Colour ${index + 1}`], price, barcode: null, shopify: side, square: side };
  });
  const [quality, thing] = [pick(QUALITIES), pick(THINGS)];
  return {
    title: `${quality} ${thing} ${number}`,
    description: '',
    vendor: `${quality} & Daughters`,
    type: thing,
    picture: pictureOf(thing),
    options: size === 1 ? [] : ['Colour'],
    variants,
  };
}

/**
 * Returns a catalog of `variants` variants on both sides, matched one to one and in sync, with SKUs from GEN-000001; titles, prices, and
 * product sizes (1 to 10) depend on the seed.
 */
export function generatedCatalog(variants: number, seed: number, stock = STOCK): SandboxCatalog {
  return {
    *batches() {
      const random = seeded(seed);
      let made = 0;
      let products = 0;
      let batch: CatalogProduct[] = [];
      while (made < variants) {
        const size = Math.min(1 + Math.floor(random() * 10), variants - made);
        products += 1;
        batch.push(product({ number: products, size, firstSku: made + 1, stock }, random));
        made += size;
        if (batch.length === BATCH) {
          yield batch;
          batch = [];
        }
      }
      if (batch.length > 0) yield batch;
    },
  };
}
