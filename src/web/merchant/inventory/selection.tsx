import { useCallback, useMemo, useState } from 'react';

import type { ListedVariant } from './level-state';

/** Which rows of the list are chosen. */
export interface Selection {
  readonly has: (id: string) => boolean;
  readonly set: (id: string, chosen: boolean) => void;
  /** How many of the rows in the list are chosen: all, some or none of them. */
  readonly extent: 'all' | 'some' | 'none';
  readonly setAll: (chosen: boolean) => void;
  readonly clear: () => void;
  /** The chosen rows, in the list's order. */
  readonly chosen: readonly ListedVariant[];
}

/** The choice of rows among those of the present page; a row that leaves the page is no longer chosen. */
export function useSelection(listed: readonly ListedVariant[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => listed.filter((one) => ids.has(one.variant.id)), [listed, ids]);
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
    chosen,
    set,
    has: (id) => ids.has(id),
    extent: chosen.length === 0 ? 'none' : chosen.length === listed.length ? 'all' : 'some',
    setAll: (on) => setIds(on ? new Set(listed.map((one) => one.variant.id)) : new Set()),
    clear: () => setIds(new Set()),
  };
}

const BOX = 'size-4 cursor-pointer align-middle accent-(--color-accent)';

/** Chooses all rows of the page, or none. */
export function SelectAll({ selection }: { readonly selection: Selection }) {
  return (
    <label className="-m-3.5 inline-flex cursor-pointer p-3.5 align-middle">
      <input
        type="checkbox"
        aria-label="Choose all on this page"
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

/** Chooses one row. The whole cell can be pressed, and does not also open the row. */
export function SelectRow({ id, name, selection }: { readonly id: string; readonly name: string; readonly selection: Selection }) {
  return (
    <label className="-m-3.5 inline-flex cursor-pointer p-3.5 align-middle" onClick={(event) => event.stopPropagation()}>
      <input
        type="checkbox"
        aria-label={`Choose ${name}`}
        checked={selection.has(id)}
        onChange={(event) => selection.set(id, event.target.checked)}
        className={BOX}
      />
    </label>
  );
}
