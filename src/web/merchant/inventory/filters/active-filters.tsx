import { X } from 'lucide-react';

import type { Filter } from '../../../../domain/catalog/search-query';
import { Button } from '../../../shared/components/button';
import { ExcludeButton } from '../exclusions/exclude-button';
import { filterValue } from './filter-value';
import { filtersText as text } from './filters.text';

interface ActiveFiltersProps {
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
}

/** Shows the filters of the list, each with a button that removes it. What a single one selects can be excluded. */
export function ActiveFilters({ filters, onChange }: ActiveFiltersProps) {
  const [only, ...more] = filters;
  if (filters.length === 0) return null;
  return (
    <ul aria-label={text.active} className="mb-3 flex flex-wrap items-center gap-2">
      {filters.map((filter) => (
        <li key={`${filter.kind} ${filter.value}`}>
          <button
            type="button"
            aria-label={text.remove(text.kinds[filter.kind], filterValue(filter))}
            onClick={() => onChange(filters.filter((one) => one !== filter))}
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-line bg-accent-soft px-3 text-sm text-accent hover:bg-hover max-sm:min-h-11"
          >
            <span className="truncate">{text.filter(text.kinds[filter.kind], filterValue(filter))}</span>
            <X size={14} className="shrink-0" />
          </button>
        </li>
      ))}
      {only !== undefined && only.kind !== 'changed' && more.length === 0 && (
        <li>
          <ExcludeButton exclusion={{ ...only, source: '', name: '' }} onExcluded={() => onChange([])} />
        </li>
      )}
      {filters.length > 1 && (
        <li>
          <Button size="sm" kind="quiet" onClick={() => onChange([])}>
            {text.removeAll}
          </Button>
        </li>
      )}
    </ul>
  );
}
