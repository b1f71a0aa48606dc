import { PackageSearch, Undo2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';

import { parseSource, sourceName } from '../../../domain/source';
import type { BulkChange, BulkChangePage as Answer, BulkChangeRow } from '../../../gen/sh/inventory_pb';
import { Button, ButtonLink, textLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { ExportButton } from '../../shared/components/export-button';
import { Page, Panel } from '../../shared/components/page';
import { Pager } from '../../shared/components/pager';
import { Table } from '../../shared/components/table';
import { Unloaded } from '../../shared/components/unloaded';
import { paths } from '../../shared/paths';
import { sharedText } from '../../shared/shared.text';
import { useLoad, type Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { text } from './bulk-changes.text';
import { columnsOf } from './columns';
import { readRows, saveRows } from './export';
import { bulkChangeAtom, PAGE_SIZE, readPage, summarize, textsOf, titleOf } from './state';
import { UndoDialog } from './undo-dialog';

/** Shows one bulk change with its rows, and undoes it. */
export function BulkChangePage() {
  const { id = '' } = useParams<{ id?: string }>();
  const [params, setParams] = useSearchParams();
  const page = readPage(params);
  const [asks, setAsks] = useState(false);
  const loaded = useLoad({
    atom: bulkChangeAtom,
    key: JSON.stringify([id, page]),
    label: 'getting a bulk change',
    make: (api, options) => api.inventory.getBulkChange({ id, offset: page * PAGE_SIZE, limit: PAGE_SIZE }, options),
    live: true,
    keep: true,
    shownByScreen: 'not_found',
  });
  const show = useCallback((next: number) => setParams(next === 0 ? {} : { page: String(next) }), [setParams]);
  const answer = latest(loaded.remote);
  const change = answer?.change ?? null;
  if (answer === null || change === null || change.id !== id) return <Missing loaded={loaded} />;
  return (
    <Page
      title={titleOf(change)}
      lead={<Lead change={change} rows={answer.rows} />}
      actions={
        <>
          <ExportButton
            key={id}
            label={text.one.export}
            empty={change.rows === 0}
            read={(call, signal) => readRows(call, id, signal)}
            save={(rows) => saveRows(change, rows)}
          />
          {change.undoable > 0 && (
            <Button size="sm" kind="primary" icon={<Undo2 size={14} />} onClick={() => setAsks(true)}>
              {text.undo.open(change.undoable)}
            </Button>
          )}
        </>
      }
    >
      <section aria-label={textsOf(change.kind).list} className="rounded-lg border border-line bg-surface shadow-card">
        <Rows kind={change.kind} rows={answer.rows} page={page} stale={loaded.stale} />
        <Pager
          page={page}
          hasNext={(page + 1) * PAGE_SIZE < change.rows}
          summary={textsOf(change.kind).showing(
            Math.min(page * PAGE_SIZE + 1, change.rows),
            Math.min((page + 1) * PAGE_SIZE, change.rows),
            change.rows,
          )}
          onPage={(next) => {
            show(next);
            window.scrollTo({ top: 0 });
          }}
        />
      </section>
      {asks && <UndoDialog change={change} onUndone={loaded.reload} onClose={() => setAsks(false)} />}
    </Page>
  );
}

function Lead({ change, rows }: { readonly change: BulkChange; readonly rows: readonly BulkChangeRow[] }) {
  const copiedTo = change.kind === 'copy' ? parseSource(rows[0]?.source ?? '') : null;
  return (
    <>
      {summarize(change)} {copiedTo !== null && `${sharedText.copyStays(sourceName(copiedTo))} `}
      <Link href={paths.bulkChanges} className={textLink}>
        {text.one.all}
      </Link>
    </>
  );
}

interface RowsProps {
  readonly kind: string;
  readonly rows: readonly BulkChangeRow[];
  readonly page: number;
  readonly stale: boolean;
}

function Rows({ kind, rows, page, stale }: RowsProps) {
  if (rows.length === 0) return <EmptyState icon={PackageSearch} title={text.one.noneHere} />;
  return (
    <Table
      label={textsOf(kind).list}
      columns={columnsOf(kind)}
      rows={rows.map((row, index) => ({ key: `${page}:${index}`, kind, row }))}
      rowKey={({ key }) => key}
      rowSku={({ row }) => row.sku}
      rowHeight={58}
      stale={stale}
    />
  );
}

/** Shown in place of a bulk change that is not there, or not yet. */
function Missing({ loaded }: { readonly loaded: Loaded<Answer> }) {
  const { remote } = loaded;
  const isGone = remote.state === 'failed' && (remote.failure.code === 'not_found' || remote.failure.code === 'invalid_argument');
  return (
    <Page title={text.title}>
      <Panel>
        {isGone ? (
          <EmptyState icon={Undo2} title={text.one.gone} action={<ButtonLink href={paths.bulkChanges}>{text.one.all}</ButtonLink>}>
            {text.one.goneAdvice}
          </EmptyState>
        ) : (
          <Unloaded loaded={loaded} title={text.one.notLoaded} rows={10} height="h-14" />
        )}
      </Panel>
    </Page>
  );
}
