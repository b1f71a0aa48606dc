import type { Merchant } from './merchant';

/** A pair that stopped syncing though nobody asked for it, as `GetUnlinked` lists it. */
interface Unlinked {
  readonly id: string;
  readonly why: string;
  readonly square: { readonly variant: { readonly id: string }; readonly state: string };
}

/** Reads the whole list of unlinked pairs, by the id of the Square side. A page shows the latest; those are dismissed to see the next. */
export async function unlinkedPairs(merchant: Merchant): Promise<Map<string, Unlinked>> {
  const found = new Map<string, Unlinked>();
  for (;;) {
    const { pairs } = (await merchant.rpc('sh.Issues/GetUnlinked', { limit: 500 })) as { pairs: Unlinked[] };
    if (pairs.length === 0) return found;
    for (const pair of pairs) found.set(pair.square.variant.id, pair);
    await merchant.rpc('sh.Issues/DismissUnlinked', { ids: pairs.map(({ id }) => id) });
  }
}
