import { ListChecks, Scale, X } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';

import { Button } from '../../shared/components/button';
import { cx } from '../../shared/components/class-names';
import { trackingText } from '../../shared/tracking/tracking.text';
import { inventoryText } from './inventory.text';
import type { ListedVariant } from './level-state';

const text = inventoryText.selection;

/** The selected rows of the list. */
export interface Selection {
  readonly has: (id: string) => boolean;
  /** Selects a row or not. With `range`, also those between it and the row that was set last, if there is one on the page. */
  readonly set: (id: string, selected: boolean, range?: boolean) => void;
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

/** The whole list that a page belongs to: its number of rows, what tells it from other lists, and what tells the page from its others. */
interface WholeList {
  readonly total: number;
  readonly of: string;
  /** Changes with the page, the order, and the list; '' while the rows are those of an older one. */
  readonly page: string;
}

/**
 * Keeps which rows of the current page are selected, or that all rows of the list are. A row that leaves the page is no longer selected, unless
 * all are; another view or search begins without a selection of all. A range begins on the page as it is: after another page or order, it has no
 * beginning.
 */
export function useSelection(listed: readonly ListedVariant[], { total, of, page }: WholeList): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [everyOf, setEveryOf] = useState<string | null>(null);
  const [last, setLast] = useState({ id: '', page: '' });
  const every = everyOf === of && total > 0;
  const selected = useMemo(() => (every ? listed : listed.filter((one) => ids.has(one.variant.id))), [listed, ids, every]);
  const select = (next: ReadonlySet<string>): void => {
    setEveryOf(null);
    setIds(next);
  };
  const selectAll = (next: ReadonlySet<string>): void => {
    setLast({ id: '', page: '' });
    select(next);
  };
  const set = (id: string, on: boolean, range = false): void => {
    const next = new Set(selected.map(({ variant }) => variant.id));
    const from = range && page !== '' && last.page === page ? last.id : id;
    for (const one of between(listed, from, id)) {
      if (on) next.add(one);
      else next.delete(one);
    }
    setLast({ id, page });
    select(next);
  };
  return {
    selected,
    every,
    total,
    set,
    has: (id) => every || ids.has(id),
    extent: selected.length === 0 ? 'none' : selected.length === listed.length ? 'all' : 'some',
    setAll: (on) => selectAll(on ? new Set(listed.map((one) => one.variant.id)) : new Set()),
    selectEvery: () => setEveryOf(of),
    clear: () => selectAll(new Set()),
  };
}

/** Returns the IDs of the rows from one to another, in either direction, with both; only of `to` if the other has left the list. */
function between(listed: readonly ListedVariant[], from: string, to: string): readonly string[] {
  const places = [from, to].map((id) => listed.findIndex(({ variant }) => variant.id === id));
  const [first, last] = [Math.min(...places), Math.max(...places)];
  return first < 0 ? [to] : listed.slice(first, last + 1).map(({ variant }) => variant.id);
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

/** Selects one row, or with Shift a range of them. The whole cell can be pressed, and does not also open the row. */
export function SelectRow({ id, name, selection }: { readonly id: string; readonly name: string; readonly selection: Selection }) {
  return (
    <label
      className="-m-3.5 inline-flex cursor-pointer p-3.5 align-middle"
      onClick={(event) => {
        event.stopPropagation();
        // Firefox leaves a box alone whose label is clicked with Shift.
        if (!event.shiftKey || event.target !== event.currentTarget) return;
        event.preventDefault();
        selection.set(id, !selection.has(id), true);
      }}
      onMouseDown={(event) => {
        if (!event.shiftKey) return;
        // Shift would also select the text between the two rows.
        event.preventDefault();
        event.currentTarget.querySelector('input')?.focus();
      }}
    >
      <input
        type="checkbox"
        aria-label={text.select(name)}
        checked={selection.has(id)}
        onChange={({ target, nativeEvent }) =>
          selection.set(id, target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
        // What sticks to the top and the bottom of the window hides no box that gets the focus.
        className={cx(BOX, 'scroll-mt-30 scroll-mb-32')}
      />
    </label>
  );
}

interface SelectionAreaProps extends Omit<SelectionBarProps, 'onClear'> {
  /** Whether something is open over the list, which then has Escape for itself. */
  readonly covered: boolean;
  readonly children: ReactNode;
}

/** The list with the actions for its selected rows. Escape in either clears the selection. */
export function SelectionArea({ covered, children, ...bar }: SelectionAreaProps) {
  const { selection } = bar;
  const area = useRef<HTMLDivElement>(null);
  const clear = (): void => {
    const table = area.current?.querySelector('table');
    // The bar goes; what had the focus in it leaves it to the list.
    if (table?.contains(document.activeElement) === false) table.querySelector<HTMLInputElement>('thead input')?.focus();
    selection.clear();
  };
  const isAnySelected = selection.selected.length > 0;
  return (
    <div
      ref={area}
      role="presentation"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isAnySelected && !covered && !event.defaultPrevented) clear();
      }}
    >
      {children}
      {isAnySelected && <SelectionBar {...bar} onClear={clear} />}
    </div>
  );
}

interface SelectionBarProps {
  readonly selection: Selection;
  /** How many of them have a held change. */
  readonly held: number;
  /** Whether a platform may not track some of them. */
  readonly untracked: boolean;
  readonly onTrack: () => void;
  readonly onLevel: () => void;
  readonly onHeld: (send: boolean) => void;
  readonly onClear: () => void;
}

/** Shows the actions for the selected rows. It stays in sight, above the pager where that does too. */
function SelectionBar({ selection, held, untracked, onTrack, onLevel, onHeld, onClear }: SelectionBarProps) {
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
        <p className="text-sm text-muted max-lg:hidden">{text.keys}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {held > 0 &&
          ([true, false] as const).map((send) => (
            <Button key={String(send)} size="sm" aria-haspopup="dialog" onClick={() => onHeld(send)}>
              {send ? text.send(held) : text.drop(held)}
            </Button>
          ))}
        {untracked && (
          <Button size="sm" aria-haspopup="dialog" onClick={onTrack} icon={<ListChecks size={14} />}>
            {trackingText.open}
          </Button>
        )}
        <Button size="sm" kind="primary" aria-haspopup="dialog" onClick={onLevel} icon={<Scale size={14} />}>
          {text.level}
        </Button>
        <Button size="sm" kind="quiet" aria-keyshortcuts="Escape" onClick={onClear} icon={<X size={15} />}>
          {text.clear}
        </Button>
      </div>
    </div>
  );
}
