import type { HistoryFact } from '../../domain/history/fact';
import type { Account } from '../account/account';
import type { VariantSide } from '../api/account-api';

/** What an edit has changed on the platforms. */
export interface Edited {
  /** Numeric IDs of Shopify products. */
  readonly products: readonly string[];
  /** IDs of Square items. */
  readonly squareItems: readonly string[];
}

/**
 * Reads what was edited again, so that links and levels update at once; the alarm reads what cannot be read now. Products edited on both
 * sides are read on both before any link is planned.
 */
export async function follow(account: Account, edited: Edited): Promise<void> {
  const read = await account.snapshots.refresh({ ...edited, items: [], squareCatalogue: false });
  if (!read.ok) {
    const now = account.host.now();
    for (const id of edited.products) account.touched.product(id, now);
    if (edited.squareItems.length > 0) account.touched.squareCatalogue(now);
    const due = account.touched.dueAt();
    if (due !== null) account.host.wake(due);
  }
  account.changed();
}

/** Reads a variant's product again after an edit, as `follow` does. */
export async function followSide(account: Account, { source, productId }: VariantSide): Promise<void> {
  await follow(account, source === 'shopify' ? { products: [productId], squareItems: [] } : { products: [], squareItems: [productId] });
}

/** Adds a history line about what a person did to a variant. */
export function tell(account: Account, sku: string, fact: Extract<HistoryFact, { kind: 'sku' | 'tracking' | 'copied' }>): void {
  const location = account.locations.pair()?.[fact.side].name ?? '';
  account.sync.turn(() => {
    account.sync.journal.line({ at: account.host.now(), originator: fact.by, location, sku, fact });
  });
}
