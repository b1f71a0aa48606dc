import { otherSource, sourceName } from '../../domain/source';
import { packSide, type PackSizes } from '../../domain/sync/pack-size';
import { formatCount } from './formats';
import { catalog } from './messages';

const text = catalog({
  'en-US': {
    pack: (side: string, size: number, other: string) => `1 on ${side} = ${formatCount(size)} on ${other}`,
  },
});

/** Returns what one unit of a side is on the other: "1 on Shopify = 12 on Square"; '' for equal units. */
export function packText(packs: PackSizes): string {
  const side = packSide(packs);
  return side === null ? '' : text.pack(sourceName(side), packs[side], sourceName(otherSource(side)));
}

/** Returns the pack sizes of what a call answered; equal units where a Worker before these fields answered. */
export function packsOf({
  shopifyPackSize = 1,
  squarePackSize = 1,
}: {
  readonly shopifyPackSize?: number;
  readonly squarePackSize?: number;
}): PackSizes {
  return { shopify: shopifyPackSize || 1, square: squarePackSize || 1 };
}
