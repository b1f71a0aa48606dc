import { Columns3, ListFilter } from 'lucide-react';
import { useCallback, useState } from 'react';

import type { Filter } from '../../../domain/catalog/search-query';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import { useBreakpoints } from '../../shared/components/breakpoint';
import { Button } from '../../shared/components/button';
import { Choice } from '../../shared/components/choice';
import { SearchBox } from '../../shared/components/search-box';
import { useInventoryCounts } from '../../shared/state/counts';
import { latest } from '../../shared/state/remote';
import { ColumnPanel } from './columns/column-panel';
import type { OptionalColumn } from './columns/optional-columns';
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
  readonly columns: ReadonlySet<OptionalColumn>;
  readonly onColumns: (columns: ReadonlySet<OptionalColumn>) => void;
  /** `replace`: without another step for the browser's back button. */
  readonly onChange: (next: Partial<ListState>, replace?: boolean) => void;
}

/** Selects what the list shows: its view, search, filters, and layout. */
export function ListToolbar({ list, status, flat, busy, onFlat, columns, onColumns, onChange }: ListToolbarProps) {
  const counts = useInventoryCounts();
  const isWide = useBreakpoints().has('sm');
  const [open, setOpen] = useState<'filters' | 'columns' | null>(null);
  const toggle = (panel: 'filters' | 'columns') => setOpen(open === panel ? null : panel);
  const layout = (
    <Choice label={text.table} options={LAYOUTS} value={flat ? 'flat' : 'grouped'} onChange={(value) => onFlat(value === 'flat')} />
  );
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
        <Button aria-expanded={open === 'filters'} onClick={() => toggle('filters')} icon={<ListFilter size={15} />}>
          {filtersText.button}
        </Button>
        <Button
          aria-label={text.optionalColumns.button}
          aria-expanded={open === 'columns'}
          onClick={() => toggle('columns')}
          icon={<Columns3 size={16} />}
        >
          <span className="max-sm:hidden">{text.optionalColumns.button}</span>
        </Button>
        {isWide && layout}
      </div>
      {open === 'filters' && (
        <section aria-label={filtersText.panel} className="mb-3 rounded-lg border border-line bg-surface p-3">
          <FilterPanel filters={filters} onChange={filterBy} />
        </section>
      )}
      {open === 'columns' && (
        <section aria-label={text.optionalColumns.button} className="mb-3 rounded-lg border border-line bg-surface p-3">
          {!isWide && layout}
          <ColumnPanel chosen={columns} onChange={onColumns} />
        </section>
      )}
      <ActiveFilters filters={filters} onChange={filterBy} />
    </>
  );
}
