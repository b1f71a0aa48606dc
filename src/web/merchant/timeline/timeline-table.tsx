import { TriangleAlert } from 'lucide-react';

import type { Source } from '../../../domain/source';
import type { TimelineLine } from '../../../gen/sh/history_pb';
import { quantityColumn } from '../../shared/components/quantity-column';
import { Table, type Column } from '../../shared/components/table';
import { When } from '../../shared/components/when';
import { formatFull } from '../../shared/dates';
import { formatQuantity } from '../../shared/formats';
import { formatHistoryTime } from '../../shared/history-time';
import { lateBy, rowsOf, type TimelineRow } from './state';
import { text } from './timeline.text';

const COLUMNS: readonly Column<TimelineRow>[] = [
  {
    key: 'date',
    header: text.columns.date,
    width: 'w-34',
    from: 'sm',
    cell: (row) => row.kind === 'line' && <Timestamp line={row.line} />,
  },
  { key: 'message', header: text.columns.message, hook: 'message', cell: (row) => row.kind === 'line' && <MessageCell line={row.line} /> },
  numberColumn('shopify'),
  numberColumn('square'),
];

function numberColumn(source: Source): Column<TimelineRow> {
  return quantityColumn(source, (row) => {
    if (row.kind === 'gap') return null;
    return <NumberCell units={source === 'shopify' ? row.line.shopifyQuantity : row.line.squareQuantity} />;
  });
}

function NumberCell({ units }: { readonly units: number | undefined }) {
  if (units !== undefined) return <span className="font-medium">{formatQuantity(units)}</span>;
  return (
    <span title={text.notKnown} className="text-muted">
      <span aria-hidden="true">{formatQuantity(units)}</span>
      <span className="sr-only">{text.notKnown}</span>
    </span>
  );
}

function Timestamp({ line: { row } }: { readonly line: TimelineLine }) {
  const date = row?.date ?? '';
  return (
    <span className="text-muted">
      <When at={date}>{formatHistoryTime(date)}</When>
    </span>
  );
}

/** Shows the message, who changed it and where; on a phone also when. */
function MessageCell({ line }: { readonly line: TimelineLine }) {
  const { row, changedAt = '' } = line;
  const late = lateBy(line);
  return (
    <>
      <span className="wrap-anywhere">{row?.message}</span>
      {late !== '' && (
        <span title={formatFull(changedAt)} className="block text-sm text-muted">
          {text.late(formatHistoryTime(changedAt), late)}
        </span>
      )}
      <span className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
        <span className="sm:hidden">
          <Timestamp line={line} />
        </span>
        <span>{row?.originator}</span>
        <span className="wrap-anywhere">{row?.locationName}</span>
      </span>
    </>
  );
}

/** Marks a change that no line reports; it lies between the line above and the line below. */
function GapMark({ shopify, square }: { readonly shopify: number; readonly square: number }) {
  return (
    <span className="flex items-start gap-2 border-l-2 border-warn pl-3 text-sm font-normal">
      <TriangleAlert size={15} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
      <span className="min-w-0">{text.gap(shopify, square)}</span>
    </span>
  );
}

/** Lists lines, the newest first, with both numbers after each, and what changed between them without a line. */
export function TimelineTable({ lines, stale }: { readonly lines: readonly TimelineLine[]; readonly stale: boolean }) {
  return (
    <Table
      label={text.title}
      columns={COLUMNS}
      rows={rowsOf(lines)}
      rowKey={({ key }) => key}
      rowSku={(row) => (row.kind === 'line' ? row.line.row?.sku : undefined)}
      spanning={(row) => (row.kind === 'gap' ? <GapMark shopify={row.shopify} square={row.square} /> : null)}
      rowHeight={60}
      stale={stale}
    />
  );
}
