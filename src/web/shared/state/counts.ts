import type { ChannelCounts } from '../../../gen/sh/common_pb';
import type { InventoryCounts } from '../../../gen/sh/inventory_pb';
import { atom } from './jotai';
import { useLoad, type Loaded } from './load';
import { idleQuery, type Query } from './remote';

const inventoryCountsAtom = atom<Query<InventoryCounts>>(idleQuery);

/** Loads the number of variants in each inventory view and keeps it up to date. */
export function useInventoryCounts(): Loaded<InventoryCounts> {
  return useLoad({
    atom: inventoryCountsAtom,
    key: 'all',
    label: 'getting inventory counts',
    make: (api, options) => api.inventory.getInventoryCounts({}, options),
    live: true,
  });
}

const missingAtom = atom<Query<ChannelCounts>>(idleQuery);
const duplicateAtom = atom<Query<ChannelCounts>>(idleQuery);
const disabledAtom = atom<Query<ChannelCounts>>(idleQuery);

/** The counts of the three issue types on both platforms. */
export interface LoadedIssueCounts {
  readonly missing: Loaded<ChannelCounts>;
  readonly duplicate: Loaded<ChannelCounts>;
  readonly disabled: Loaded<ChannelCounts>;
}

/** Loads the number of variants with each issue type and keeps it up to date. */
export function useIssueCounts(): LoadedIssueCounts {
  const missing = useLoad({
    atom: missingAtom,
    key: 'all',
    label: 'fetching missing skus',
    make: (api, options) => api.issues.getMissingSkuCounts({}, options),
    live: true,
  });
  const duplicate = useLoad({
    atom: duplicateAtom,
    key: 'all',
    label: 'fetching duplicate skus',
    make: (api, options) => api.issues.getDuplicateSkuCounts({}, options),
    live: true,
  });
  const disabled = useLoad({
    atom: disabledAtom,
    key: 'all',
    label: 'fetching disabled inventory tracking',
    make: (api, options) => api.issues.getInventoryDisabledSkuCounts({}, options),
    live: true,
  });
  return { missing, duplicate, disabled };
}
