import { caseOf, type Case, type RivalShop } from './rival';
import { pause } from './storm-sales';

/**
 * Pauses between sales, in seconds. They are longer than half a minute, so that each sale can be told from a copy of our write after the one
 * before it, and irregular, as a job that runs by the clock is no evidence. Together with their number they are as short as the proof allows.
 */
const PAUSES = [33, 36, 31, 37, 34, 32, 35] as const;

/** What came of selling a variant beside another app. */
export interface Sold {
  /** Units that customers bought. */
  readonly units: number;
  /** Null when the variant is still not on hold. */
  readonly held: Case | null;
}

/** Lets customers buy until a variant is on hold, `most` times at most; `buy` makes a purchase and returns its units. */
export async function sellUntilHeld(
  shop: Pick<RivalShop, 'merchant'>,
  sku: string,
  most: number,
  buy: () => Promise<number>,
): Promise<Sold> {
  let units = 0;
  for (let n = 0; n < most; n += 1) {
    units += await buy();
    const next = Date.now() + (PAUSES[n % PAUSES.length] ?? 0) * 1_000;
    while (Date.now() < next) {
      const one = await caseOf(shop, sku);
      if (one?.state === 'held') return { units, held: one };
      await pause(500);
    }
  }
  return { units, held: null };
}
