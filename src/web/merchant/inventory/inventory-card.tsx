import type { ReactNode } from 'react';

import { SOURCES, sourceName } from '../../../domain/source';
import type { InventoryVariant } from '../../../gen/sh/inventory_pb';
import { Choice } from '../../shared/components/choice';
import { isolate } from '../../shared/formats';
import { QuantityCell, StatusCell } from './inventory-cells';
import { inventoryText as text } from './inventory.text';
import { SelectAll, type Selection } from './selection';

interface InventoryCardProps {
  readonly variant: InventoryVariant;
  readonly select: ReactNode;
  readonly picture: ReactNode;
  /** Vendor and type; '' for none. */
  readonly labels: string;
  readonly name: ReactNode;
  readonly fix: ReactNode;
  readonly copy: ReactNode;
}

/** Shows one variant on a phone: its name, and below it both quantities with how they compare. */
export function InventoryCard({ variant, select, picture, labels, name, fix, copy }: InventoryCardProps) {
  return (
    <div className="flex gap-1">
      <Box>{select}</Box>
      <div className="min-w-0 flex-1">
        <div className="flex min-h-11 items-start justify-between gap-2">
          {/* What can be pressed around the name is the card. */}
          <div className="flex min-w-0 gap-2.5 pt-1">
            {picture}
            <div className="min-w-0">
              {name}
              {labels !== '' && <p className="text-sm wrap-anywhere text-muted">{isolate(labels)}</p>}
            </div>
          </div>
          {fix}
        </div>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <dl className="flex flex-wrap items-center gap-x-3.5 tabular-nums">
            {SOURCES.map((source) => (
              <div key={source} className="flex items-center gap-1">
                <dt className="text-sm text-muted">{sourceName(source)}</dt>
                <dd data-cell={source} className="font-semibold">
                  <QuantityCell variant={variant} source={source} />
                </dd>
              </div>
            ))}
            <div>
              <dt className="sr-only">{text.columns.status}</dt>
              <dd data-cell="status" className="flex items-center">
                <StatusCell variant={variant} labeled />
              </dd>
            </div>
          </dl>
          {copy}
        </div>
      </div>
    </div>
  );
}

/** The place of a check box in the corner, as large as what can be pressed. */
function Box({ children }: { readonly children: ReactNode }) {
  return <span className="-my-2 -ml-3 flex size-11 shrink-0 items-center justify-center">{children}</span>;
}

interface CardsHeadProps {
  readonly selection: Selection;
  /** A column, with '-' before it for descending; null where the list cannot be sorted. */
  readonly sort: string | null;
  readonly onSort: (by: string) => void;
}

/** Selects all cards, and their order: cards have no columns whose headings could be pressed. */
export function CardsHead({ selection, sort, onSort }: CardsHeadProps) {
  return (
    <div className="flex items-center justify-between gap-1 py-1 text-ink">
      <Box>
        <SelectAll selection={selection} />
      </Box>
      {sort !== null && <Choice label={text.sort} options={SORTS} value={sort} onChange={onSort} />}
    </div>
  );
}

const SORTS = Object.entries(text.sorts).map(([value, label]) => ({ value, label }));
