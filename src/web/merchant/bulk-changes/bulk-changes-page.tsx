import { Undo2 } from 'lucide-react';
import { Link } from 'wouter';

import type { BulkChange } from '../../../gen/sh/inventory_pb';
import { ButtonLink, textLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { Page } from '../../shared/components/page';
import { Table, type Column } from '../../shared/components/table';
import { Unloaded } from '../../shared/components/unloaded';
import { When } from '../../shared/components/when';
import { formatCount } from '../../shared/formats';
import { formatHistoryTime } from '../../shared/history-time';
import { bulkChangePath, paths } from '../../shared/paths';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { text } from './bulk-changes.text';
import { bulkChangesAtom, describeKind } from './state';

const COLUMNS: readonly Column<BulkChange>[] = [
  {
    key: 'date',
    header: text.columns.date,
    width: 'w-34',
    cell: ({ at }) => (
      <span className="text-muted">
        <When at={at}>{formatHistoryTime(at)}</When>
      </span>
    ),
  },
  {
    key: 'what',
    header: text.columns.what,
    cell: (change) => (
      <Link href={bulkChangePath(change.id)} className={`${textLink} max-sm:block max-sm:py-2.5`}>
        {describeKind(change)}
      </Link>
    ),
  },
  { key: 'set', header: text.columns.set, width: 'w-20 sm:w-28', align: 'right', cell: ({ set }) => formatCount(set) },
  { key: 'undone', header: text.columns.undone, width: 'w-28', align: 'right', from: 'sm', cell: ({ undone }) => formatCount(undone) },
];

/** Lists what the merchant changed in many variants at once, the latest first. */
export function BulkChangesPage() {
  const loaded = useLoad({
    atom: bulkChangesAtom,
    key: '',
    label: 'getting bulk changes',
    make: (api, options) => api.inventory.getBulkChanges({}, options),
    live: true,
  });
  const list = latest(loaded.remote);
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        <ButtonLink href={paths.history} size="sm">
          {text.history}
        </ButtonLink>
      }
    >
      <section aria-label={text.title} className="rounded-lg border border-line bg-surface shadow-card">
        {list === null ? (
          <Unloaded loaded={loaded} title={text.notLoaded} rows={5} />
        ) : list.changes.length === 0 ? (
          <EmptyState icon={Undo2} title={text.none}>
            {text.noneAdvice}
          </EmptyState>
        ) : (
          <Table label={text.title} columns={COLUMNS} rows={list.changes} rowKey={({ id }) => id} rowHeight={39} />
        )}
      </section>
    </Page>
  );
}
