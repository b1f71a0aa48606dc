import { Scale, X } from 'lucide-react';
import { useMemo, useState } from 'react';

import { Button } from '../../shared/components/button';
import { inventoryText } from './inventory.text';
import type { ListedVariant } from './level-state';

const text = inventoryText.selection;

/** The selected rows of the list. */
export interface Selection {
  readonly has: (id: string) => boolean;
  readonly set: (id: string, selected: boolean) => void;
  /** How many rows of the list are selected: all, some or none. */
  readonly extent: 'all' | 'some' | 'none';
  readonly setAll: (selected: boolean) => void;
  readonly clear: () => void;
  /** Whether all rows of the view and search are selected, on every page; `selected` has those of this page. */
  readonly every: boolean;
  readonly selectEvery: () => void;
  /** The number of rows on all pages. */
  readonly total: number;
  /** The selected rows, in the list's order. */
  readonly selected: readonly ListedVariant[];
}

/** The whole list that a page belongs to: its number of rows, and what tells it from other lists. */
interface WholeList {
  readonly total: number;
  readonly of: string;
}

/**
 * Keeps which rows of the current page are selected, or that all rows of the list are. A row that leaves the page is no longer selected, unless
 * all are; another view or search begins without a selection of all.
 */
export function useSelection(listed: readonly ListedVariant[], { total, of }: WholeList): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [everyOf, setEveryOf] = useState<string | null>(null);
  const every = everyOf === of && total > 0;
  const selected = useMemo(() => (every ? listed : listed.filter((one) => ids.has(one.variant.id))), [listed, ids, every]);
  const select = (next: ReadonlySet<string>): void => {
    setEveryOf(null);
    setIds(next);
  };
  const set = (id: string, on: boolean): void => {
    const next = new Set(selected.map(({ variant }) => variant.id));
    if (on) next.add(id);
    else next.delete(id);
    select(next);
  };
  return {
    selected,
    every,
    total,
    set,
    has: (id) => every || ids.has(id),
    extent: selected.length === 0 ? 'none' : selected.length === listed.length ? 'all' : 'some',
    setAll: (on) => select(on ? new Set(listed.map((one) => one.variant.id)) : new Set()),
    selectEvery: () => setEveryOf(of),
    clear: () => select(new Set()),
  };
}

const BOX = 'size-4 cursor-pointer align-middle accent-(--color-accent)';

/** Selects all rows of the page, or none. */
export function SelectAll({ selection }: { readonly selection: Selection }) {
  return (
    <label className="-m-3.5 inline-flex cursor-pointer p-3.5 align-middle">
      <input
        type="checkbox"
        aria-label={text.selectPage}
        checked={selection.extent === 'all'}
        ref={(box) => {
          if (box !== null) box.indeterminate = selection.extent === 'some';
        }}
        onChange={(event) => selection.setAll(event.target.checked)}
        className={BOX}
      />
    </label>
  );
}

/** Selects one row. The whole cell can be pressed, and does not also open the row. */
export function SelectRow({ id, name, selection }: { readonly id: string; readonly name: string; readonly selection: Selection }) {
  return (
    <label className="-m-3.5 inline-flex cursor-pointer p-3.5 align-middle" onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        aria-label={text.select(name)}
        checked={selection.has(id)}
        onChange={(event) => selection.set(id, event.target.checked)}
        className={BOX}
      />
    </label>
  );
}

interface SelectionBarProps {
  readonly selection: Selection;
  /** How many of them have a held change. */
  readonly held: number;
  readonly onLevel: () => void;
  readonly onHeld: (send: boolean) => void;
  readonly onClear: () => void;
}

/** Shows the actions for the selected rows. It stays in sight, above the pager where that does too. */
export function SelectionBar({ selection, held, onLevel, onHeld, onClear }: SelectionBarProps) {
  const { every, total, extent, selected } = selection;
  return (
    <div
      role="region"
      aria-label={text.label}
      className="sticky bottom-13 z-10 max-sm:bottom-0 flex items-center justify-between gap-3 border-t border-line bg-accent-soft px-4 py-2.5"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p aria-live="polite" className="font-medium tabular-nums">
          {every ? text.everyCount(total) : text.count(selected.length)}
        </p>
        {!every && extent === 'all' && total > selected.length && (
          <Button size="sm" kind="quiet" onClick={selection.selectEvery}>
            {text.selectEvery(total)}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {held > 0 &&
          ([true, false] as const).map((send) => (
            <Button key={String(send)} size="sm" aria-haspopup="dialog" onClick={() => onHeld(send)}>
              {send ? text.send(held) : text.drop(held)}
            </Button>
          ))}
        <Button size="sm" kind="primary" aria-haspopup="dialog" onClick={onLevel} icon={<Scale size={14} />}>
          {text.level}
        </Button>
        <Button size="sm" kind="quiet" onClick={onClear} icon={<X size={15} />}>
          {text.clear}
        </Button>
      </div>
    </div>
  );
}
