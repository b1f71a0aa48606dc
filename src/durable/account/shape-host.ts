import type { ShapeHost } from '../catalog/kept-shape';
import type { Sync } from '../sync/sync';
import type { Host } from './host';

/** Creates what the directory's shape needs from its account: the journal names the variants whose quantities have changed. */
export function shapeHost({ host, sync }: { readonly host: Pick<Host, 'now' | 'wake'>; readonly sync: Sync }): ShapeHost {
  return {
    now: () => host.now(),
    wake: (at) => {
      host.wake(at);
    },
    changed: {
      keys: () => sync.journal.countedKeys(),
      quantitiesOf: (key) => {
        const level = sync.store.byKey(key)?.level;
        if (level === undefined) return null;
        const { shopify, square, packs } = level;
        return { shopify: shopify.accounted, square: square.accounted, packs };
      },
      settle: () => {
        sync.journal.settleCounted();
      },
    },
  };
}
