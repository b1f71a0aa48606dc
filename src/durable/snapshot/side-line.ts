import { readLabels, writeLabels } from '../../domain/catalog/product-labels';
import type { ProductStatus, SideVariant } from '../../domain/catalog/side-variant';
import type { Source } from '../../domain/source';

type Line = readonly [
  id: string,
  stockId: string,
  productId: string,
  productName: string,
  name: string,
  sku: string,
  barcode: string,
  price: string,
  tracked: 0 | 1,
  stocked: 0 | 1,
  quantity: number | null,
  at: number | null,
  productStatus?: ProductStatus,
  labels?: string,
];

/** Writes a variant as a line of a stored chunk; contains no line feed. */
export function writeLine(side: SideVariant): string {
  const line: Line = [
    side.id,
    side.stockId,
    side.productId,
    side.productName,
    side.name,
    side.sku,
    side.barcode,
    side.price,
    side.tracked ? 1 : 0,
    side.stocked ? 1 : 0,
    side.level?.quantity ?? null,
    side.level?.at ?? null,
  ];
  const labels = writeLabels(side.labels);
  if (labels !== null) return JSON.stringify([...line, side.productStatus, labels]);
  return JSON.stringify(side.productStatus === 'active' ? line : [...line, side.productStatus]);
}

/** Returns the variant of a stored line. */
export function readLine(source: Source, text: string): SideVariant {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written only by writeLine
  const line = JSON.parse(text) as Line;
  const [id, stockId, productId, productName, name, sku, barcode, price, tracked, stocked, quantity, at, productStatus, labels] = line;
  return {
    source,
    id,
    stockId,
    productId,
    productName,
    productStatus: productStatus ?? 'active',
    labels: readLabels(labels ?? null),
    name,
    sku,
    barcode,
    price,
    tracked: tracked === 1,
    stocked: stocked === 1,
    level: quantity === null ? null : { quantity, at: at ?? 0 },
  };
}
