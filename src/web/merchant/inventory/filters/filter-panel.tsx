import {
  isSame,
  LABEL_KINDS,
  type ChangedFilter,
  type Filter,
  type LabelFilter,
  type LabelKind,
} from '../../../../domain/catalog/search-query';
import type { InventoryFilter, InventoryFilters } from '../../../../gen/sh/inventory_pb';
import { Choice } from '../../../shared/components/choice';
import { SkeletonRows } from '../../../shared/components/skeleton';
import { Unloaded } from '../../../shared/components/unloaded';
import { formatCount } from '../../../shared/formats';
import { atom } from '../../../shared/state/jotai';
import { useLoad } from '../../../shared/state/load';
import { idleQuery, latest, type Query } from '../../../shared/state/remote';
import { ChangedChoice } from './changed-choice';
import { filtersText as text } from './filters.text';

const filtersAtom = atom<Query<InventoryFilters>>(idleQuery);

interface FilterPanelProps {
  readonly filters: readonly Filter[];
  readonly onChange: (filters: readonly Filter[]) => void;
}

/**
 * Offers the vendors, product types, and tags of the catalog, each with its number of variants, and when a quantity has changed. One of a kind at a time: with
 * the arrow keys, a dropdown passes through its options.
 */
export function FilterPanel({ filters, onChange }: FilterPanelProps) {
  const replace = (filter: Filter): void => {
    const others = filters.filter(({ kind }) => kind !== filter.kind);
    onChange(filter.value === '' ? others : [...others, filter]);
  };
  return (
    <div className="flex flex-col gap-2">
      <Labels filters={filters} onReplace={replace} />
      <ChangedChoice
        chosen={filters.find((one): one is ChangedFilter => one.kind === 'changed')}
        onChange={(value) => replace({ kind: 'changed', value })}
      />
    </div>
  );
}

function Labels({ filters, onReplace }: { readonly filters: readonly Filter[]; readonly onReplace: (filter: LabelFilter) => void }) {
  const loaded = useLoad({
    atom: filtersAtom,
    key: 'filters',
    label: 'getting what the inventory can be filtered by',
    make: (api, options) => api.inventory.getInventoryFilters({}, options),
  });
  const known = latest(loaded.remote);
  if (known === null) {
    return loaded.remote.state === 'failed' ? (
      <Unloaded loaded={loaded} title={text.loadFailed} rows={1} height="h-9" />
    ) : (
      <SkeletonRows rows={1} />
    );
  }
  const values: Readonly<Record<LabelKind, readonly InventoryFilter[]>> = {
    vendor: known.vendors,
    type: known.productTypes,
    tag: known.tags,
  };
  if (LABEL_KINDS.every((kind) => values[kind].length === 0)) return <p className="text-sm text-muted">{text.none}</p>;
  return (
    <div className="grid gap-2 sm:grid-cols-3">
      {LABEL_KINDS.map((kind) => {
        const chosen = filters.find((one) => one.kind === kind);
        const named = (value: string): LabelFilter => ({ kind, value });
        const known = values[kind].find(({ name }) => chosen !== undefined && isSame(chosen, named(name)));
        return (
          <Choice
            key={kind}
            label={text.kinds[kind]}
            options={[
              { value: '', label: text.any[kind] },
              ...values[kind].map(({ name, variants }) => ({ value: name, label: name, note: formatCount(variants) })),
            ]}
            value={chosen === undefined ? '' : (known?.name ?? null)}
            placeholder={chosen?.value ?? ''}
            disabled={values[kind].length === 0}
            onChange={(value) => onReplace(named(value))}
            wide
          />
        );
      })}
    </div>
  );
}
