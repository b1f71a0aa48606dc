import type { FilterKind } from '../../../../domain/catalog/search-query';
import { catalog } from '../../../shared/messages';

/** Texts of the inventory's filters. */
export const filtersText = catalog({
  'en-US': {
    button: 'Filter',
    panel: 'Filters',
    kinds: { vendor: 'Vendor', type: 'Type or category', tag: 'Tag' } satisfies Record<FilterKind, string>,
    any: { vendor: 'Any vendor', type: 'Any type or category', tag: 'Any tag' } satisfies Record<FilterKind, string>,
    filter: (kind: string, value: string) => `${kind}: ${value}`,
    active: 'Active filters',
    remove: (kind: string, value: string) => `Remove the filter ${kind}: ${value}`,
    removeAll: 'Clear filters',
    none: 'Your products have no vendors, types, categories, or tags yet. New ones appear after the next refresh.',
    loadFailed: 'The filters could not be loaded.',
  },
});
