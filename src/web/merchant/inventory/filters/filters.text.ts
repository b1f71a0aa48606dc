import type { FilterKind, LabelKind } from '../../../../domain/catalog/search-query';
import { plural } from '../../../shared/formats';
import { catalog } from '../../../shared/messages';

/** Texts of the inventory's filters. */
export const filtersText = catalog({
  'en-US': {
    button: 'Filter',
    panel: 'Filters',
    kinds: { vendor: 'Vendor', type: 'Type or category', tag: 'Tag', changed: 'Stock changed' } satisfies Record<FilterKind, string>,
    any: { vendor: 'Any vendor', type: 'Any type or category', tag: 'Any tag' } satisfies Record<LabelKind, string>,
    changedAny: 'Changed at any time',
    changedDay: 'Since a day…',
    changedFrom: 'Stock changed since',
    changedHours: (hours: number) => (hours === 1 ? 'In the last hour' : `In the last ${plural(hours, 'hour', 'hours')}`),
    changedDays: (days: number) => (days === 1 ? 'In the last day' : `In the last ${plural(days, 'day', 'days')}`),
    changedSince: (time: string) => `Since ${time}`,
    filter: (kind: string, value: string) => `${kind}: ${value}`,
    active: 'Active filters',
    remove: (kind: string, value: string) => `Remove the filter ${kind}: ${value}`,
    removeAll: 'Clear filters',
    none: 'Your products have no vendors, types, categories, or tags yet. New ones appear after the next refresh.',
    loadFailed: 'The filters could not be loaded.',
  },
});
