import { Scale, X } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';

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
  /** The selected rows, in the list's order. */
  readonly selected: readonly ListedVariant[];
}

/** Keeps which rows of the current page are selected. A row that leaves the page is no longer selected. */
export function useSelection(listed: readonly ListedVariant[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(() => listed.filter((one) => ids.has(one.variant.id)), [listed, ids]);
  const set = useCallback(
    (id: string, on: boolean) =>
      setIds((before) => {
        const next = new Set(before);
        if (on) next.add(id);
        else next.delete(id);
        return next;
      }),
    [],
  );
  return {
    selected,
    set,
    has: (id) => ids.has(id),
    extent: selected.length === 0 ? 'none' : selected.length === listed.length ? 'all' : 'some',
    setAll: (on) => setIds(on ? new Set(listed.map((one) => one.variant.id)) : new Set()),
    clear: () => setIds(new Set()),
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
  readonly count: number;
  /** How many of them have a held change. */
  readonly held: number;
  readonly onLevel: () => void;
  readonly onHeld: (send: boolean) => void;
  readonly onClear: () => void;
}

/** Shows the actions for the selected rows. It stays in sight, above the pager where that does too. */
export function SelectionBar({ count, held, onLevel, onHeld, onClear }: SelectionBarProps) {
  return (
    <div
      role="region"
      aria-label={text.label}
      className="sticky bottom-13 z-10 max-sm:bottom-0 flex items-center justify-between gap-3 border-t border-line bg-accent-soft px-4 py-2.5"
    >
      <p aria-live="polite" className="font-medium tabular-nums">
        {text.count(count)}
      </p>
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
