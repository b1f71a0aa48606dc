import { apparel } from './apparel';
import { home } from './home';
import { jewellery } from './jewellery';
import type { SandboxCatalog } from './shape';

/**
 * Returns the catalog of a believable shop for clothes, home goods, and jewelry. Most variants match by SKU; some lack a SKU on a side,
 * share one, are not tracked, are sold on one side only, or differ in stock, so that every screen has realistic content.
 */
export function smallCatalog(): SandboxCatalog {
  return {
    *batches() {
      yield [...apparel, ...home, ...jewellery];
    },
  };
}
