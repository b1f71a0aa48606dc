import { ListFilter } from 'lucide-react';
import { useCallback, useState } from 'react';

import type { Filter } from '../../../domain/catalog/search-query';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import { Button } from '../../shared/components/button';
import { Choice } from '../../shared/components/choice';
import { SearchBox } from '../../shared/components/search-box';
import { useInventoryCounts } from '../../shared/state/counts';
import { latest } from '../../shared/state/remote';
import { ActiveFilters } from './filters/active-filters';
import { FilterPanel } from './filters/filter-panel';
import { filtersText } from './filters/filters.text';
import { inventoryText as text } from './inventory.text';
import type { ListState } from './list-query';
import { viewOptions } from './state';

const LAYOUTS = [
  { value: 'flat', label: text.layouts.flat },
  { value: 'grouped', label: text.layouts.grouped },
] as const;

interface ListToolbarProps {
  readonly list: ListState;
  readonly status: AccountStatus | null;
  readonly flat: boolean;
  readonly busy: boolean;
  readonly onFlat: (flat: boolean) => void;
  /** `replace`: without another step for the browser's back button. */
  readonly onChange: (next: Partial<ListState>, replace?: boolean) => void;
}

/** Selects what the list shows: its view, search, filters, and layout. */
export function ListToolbar({ list, status, flat, busy, onFlat, onChange }: ListToolbarProps) {
  const counts = useInventoryCounts();
  const [open, setOpen] = useState(false);
  const { filters } = list;
  const filterBy = (next: readonly Filter[]) => onChange({ filters: next });
  const search = useCallback((query: string) => onChange({ query }, true), [onChange]);
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <Choice
          label={text.view}
          options={viewOptions(latest(counts.remote), status, list.view)}
          value={list.view}
          onChange={(view) => onChange({ view })}
          notesFollow
        />
        <div className="flex min-w-64 flex-1 max-sm:order-first max-sm:basis-full">
          <SearchBox label={text.search} value={list.query} onSearch={search} whileTyping busy={busy} />
        </div>
        <Button aria-expanded={open} onClick={() => setOpen(!open)} icon={<ListFilter size={15} />}>
          {filtersText.button}
        </Button>
        <Choice label={text.table} options={LAYOUTS} value={flat ? 'flat' : 'grouped'} onChange={(layout) => onFlat(layout === 'flat')} />
      </div>
      {open && (
        <section aria-label={filtersText.panel} className="mb-3 rounded-lg border border-line bg-surface p-3">
          <FilterPanel filters={filters} onChange={filterBy} />
        </section>
      )}
      <ActiveFilters filters={filters} onChange={filterBy} />
    </>
  );
}
