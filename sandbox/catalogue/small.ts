import { apparel } from './apparel';
import { home } from './home';
import { jewellery } from './jewellery';
import type { SandboxCatalog } from './shape';

/** A believable shop of clothes, home goods and jewellery. Most variants match by SKU; some lack a SKU on a side, share one, are not tracked, are sold on
 * one side only, or differ in stock, so that every screen has something true to show. */
export function smallCatalog(): SandboxCatalog {
  return {
    *batches() {
      yield [...apparel, ...home, ...jewellery];
    },
  };
}
