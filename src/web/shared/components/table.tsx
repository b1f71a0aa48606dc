import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { memo, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';

import { useBreakpoints, type Breakpoint } from './breakpoint';
import { cx } from './class-names';

/** One column of a table. */
export interface Column<Row> {
  readonly key: string;
  readonly header: ReactNode;
  /** The header as text, when `header` is an icon. */
  readonly headerName?: string;
  /** Width classes; one column has none and takes the remaining width. */
  readonly width?: string;
  readonly align?: 'right' | 'center';
  /** Hidden in narrower windows. */
  readonly from?: Breakpoint;
  /** The server's name of this order; absent when the table cannot be sorted by it. */
  readonly sortKey?: string;
  cell(row: Row): ReactNode;
  /** Names the cell for browser tests, as `data-cell`. */
  readonly hook?: string;
}

/** How the rows are ordered now. */
export interface Sorting {
  /** A column's `sortKey`, with '-' before it for descending. */
  readonly by: string;
  readonly onSort: (by: string) => void;
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  rowKey(row: Row): string;
  /** Content of a row that spans all columns (a group heading); null for an ordinary row. */
  spanning?(row: Row): ReactNode | null;
  readonly sorting?: Sorting;
  onRow?(row: Row): void;
  /** Identifies the row for browser tests, as `data-sku`. */
  rowSku?(row: Row): string | undefined;
  /** Height of an ordinary row in px, before it is measured. */
  readonly rowHeight: number;
  /** The rows belong to an older query. */
  readonly stale?: boolean;
  /** Selects the control of a row between which the up and down arrow keys move the focus, also to a row that is not rendered yet. */
  readonly arrowsBetween?: string;
}

/** The app's table. It has a sticky header, scrolls with the page, and renders only visible rows. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, sorting, rowHeight, stale = false } = props;
  const reached = useBreakpoints();
  const columns = useMemo(
    () => props.columns.filter((column) => column.from === undefined || reached.has(column.from)),
    [props.columns, reached],
  );
  const body = useRef<HTMLTableSectionElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(top + window.scrollY);
  }, [rows]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    // Otherwise the window counts as empty at first, and all rows are rendered once more before the first paint.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : props.rowKey(row);
    },
  });
  const onKeyDown = useRowArrows(props, body, (index) => virtual.scrollToIndex(index, { align: 'center' }));
  const items = virtual.getVirtualItems();
  const before = items[0] === undefined ? 0 : items[0].start - scrollMargin;
  const last = items[items.length - 1];
  const after = last === undefined ? 0 : virtual.getTotalSize() - (last.end - scrollMargin);
  return (
    <table
      aria-label={label}
      aria-rowcount={rows.length}
      aria-busy={stale || undefined}
      className="w-full table-fixed border-separate border-spacing-0"
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.key} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown} className={cx('transition-opacity duration-150', stale && 'opacity-55')}>
        <Spacer height={before} span={columns.length} />
        {items.map((item) => {
          const row = rows[item.index];
          return row === undefined ? null : (
            <MemoLine key={item.key} index={item.index} row={row} columns={columns} table={props} measure={virtual.measureElement} />
          );
        })}
        <Spacer height={after} span={columns.length} />
      </tbody>
    </table>
  );
}

/** Returns what moves the focus between the controls of the rows, by the arrow keys. `scrollTo` renders a row, and brings it in sight. */
function useRowArrows<Row>(
  props: TableProps<Row>,
  body: RefObject<HTMLTableSectionElement | null>,
  scrollTo: (index: number) => void,
): (event: KeyboardEvent) => void {
  const { rows, arrowsBetween } = props;
  /** The row that gets the focus once it is rendered. */
  const awaited = useRef<number | null>(null);
  const focus = (index: number): boolean => {
    const control = body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"] :is(${arrowsBetween})`) ?? null;
    control?.focus();
    return control !== null;
  };
  useLayoutEffect(() => {
    if (awaited.current !== null && focus(awaited.current)) awaited.current = null;
  });
  const isOrdinary = (row: Row): boolean => (props.spanning?.(row) ?? null) === null;
  return (event) => {
    const step = stepOf(event);
    const { target } = event;
    if (step === 0 || arrowsBetween === undefined || !(target instanceof Element) || !target.matches(arrowsBetween)) return;
    event.preventDefault();
    let next = Number(target.closest('tr')?.dataset['index']) + step;
    for (let row = rows[next]; row !== undefined && !isOrdinary(row); row = rows[next]) next += step;
    if (rows[next] === undefined || focus(next)) return;
    awaited.current = next;
    scrollTo(next);
  };
}

/** Returns by how many rows a key moves: 0 for any but an arrow up or down on its own. */
function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): number {
  if (shiftKey || ctrlKey || metaKey || altKey) return 0;
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
}

interface LineProps<Row> {
  readonly index: number;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly table: TableProps<Row>;
  readonly measure: (element: Element | null) => void;
}

function Line<Row>({ index, row, columns, table, measure }: LineProps<Row>) {
  const spanning = table.spanning?.(row) ?? null;
  if (spanning !== null) {
    return (
      <tr ref={measure} data-index={index} aria-rowindex={index + 1}>
        <th scope="rowgroup" colSpan={columns.length} className="border-b border-line bg-sunken px-3 py-2 text-left font-semibold sm:px-4">
          {spanning}
        </th>
      </tr>
    );
  }
  return (
    <tr
      ref={measure}
      data-index={index}
      data-sku={table.rowSku?.(row)}
      aria-rowindex={index + 1}
      onClick={() => table.onRow?.(row)}
      className={cx(
        'has-[input:checked]:[&>td]:bg-accent-soft',
        table.onRow !== undefined && 'cursor-pointer [&>td]:transition-colors hover:[&>td]:bg-hover',
      )}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          data-cell={column.hook}
          className={cx(
            'border-b border-line px-2 py-2 align-middle first:pl-3 last:pr-3 sm:px-3 sm:first:pl-4 sm:last:pr-4',
            column.width,
            column.align === 'right' && 'text-right tabular-nums',
            column.align === 'center' && 'text-center',
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Memoized, so that scrolling renders only rows that become visible. */
const MemoLine = memo(Line);

function Head<Row>({ column, sorting }: { readonly column: Column<Row>; readonly sorting: Sorting | undefined }) {
  const { sortKey } = column;
  const ascending = sorting !== undefined && sortKey !== undefined && sorting.by === sortKey;
  const descending = sorting !== undefined && sortKey !== undefined && sorting.by === `-${sortKey}`;
  const sorted = ascending ? 'ascending' : descending ? 'descending' : undefined;
  return (
    <th
      scope="col"
      aria-label={column.headerName}
      aria-sort={sorted}
      className={cx(
        'sticky top-14 z-10 h-10 border-b border-line bg-sunken px-2 text-left align-middle text-sm font-medium text-muted first:pl-3 last:pr-3 sm:px-3 sm:first:pl-4 sm:last:pr-4',
        column.width,
        column.align === 'right' && 'text-right',
        column.align === 'center' && 'text-center',
      )}
    >
      {sorting === undefined || sortKey === undefined ? (
        column.header
      ) : (
        <button
          type="button"
          aria-label={column.headerName}
          onClick={() => sorting.onSort(ascending ? `-${sortKey}` : sortKey)}
          className={cx(
            'inline-flex items-center gap-1 rounded-sm align-middle hover:text-ink max-sm:h-10',
            sorted !== undefined && 'text-ink',
            column.align === 'right' && 'flex-row-reverse',
          )}
        >
          {column.header}
          <SortMark sorted={sorted} />
        </button>
      )}
    </th>
  );
}

function SortMark({ sorted }: { readonly sorted: 'ascending' | 'descending' | undefined }) {
  if (sorted === 'ascending') return <ArrowUp size={13} className="shrink-0" />;
  if (sorted === 'descending') return <ArrowDown size={13} className="shrink-0" />;
  return <ChevronsUpDown size={13} className="shrink-0 text-faint max-sm:hidden" />;
}

function Spacer({ height, span }: { readonly height: number; readonly span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  );
}
