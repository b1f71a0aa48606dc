import { PackageSearch, Undo2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';

import { sourceName, type Source } from '../../../domain/source';
import type { BulkChange, BulkChangePage as Answer, BulkChangeRow } from '../../../gen/sh/inventory_pb';
import { Button, ButtonLink, textLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { ExportButton } from '../../shared/components/export-button';
import { Page, Panel } from '../../shared/components/page';
import { Pager } from '../../shared/components/pager';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { Table, type Column } from '../../shared/components/table';
import { Unloaded } from '../../shared/components/unloaded';
import { formatQuantity } from '../../shared/formats';
import { paths, timelinePath } from '../../shared/paths';
import { useLoad, type Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { variantName } from '../../shared/variant-names';
import { text } from './bulk-changes.text';
import { readRows, saveRows } from './export';
import { bulkChangeAtom, describeState, PAGE_SIZE, readPage, reasonOf, summarize, titleOf } from './state';
import { UndoDialog } from './undo-dialog';

/** A row with a key of its own: a variant may be in a plan twice. */
interface KeyedRow {
  readonly key: string;
  readonly row: BulkChangeRow;
}

const COLUMNS: readonly Column<KeyedRow>[] = [
  { key: 'variant', header: text.columns.variant, hook: 'variant', cell: ({ row }) => <VariantCell row={row} /> },
  beforeColumn('shopify', ({ row }) => formatQuantity(row.shopifyQuantity)),
  beforeColumn('square', ({ row }) => formatQuantity(row.squareQuantity)),
  { key: 'to', header: text.columns.to, width: 'w-16 sm:w-24', align: 'right', cell: ({ row }) => formatQuantity(row.to) },
  { key: 'state', header: text.columns.state, width: 'w-64', from: 'md', cell: ({ row }) => <StateCell row={row} /> },
];

/** The column of a platform's numbers before. On a phone its heading shows the platform's glyph. */
function beforeColumn(source: Source, cell: (row: KeyedRow) => string): Column<KeyedRow> {
  const name = text.columns.before(sourceName(source));
  const header = (
    <>
      <span className="inline-flex items-center gap-1 sm:hidden">
        <PlatformGlyph source={source} size={15} /> {text.columns.beforeShort}
      </span>
      <span className="max-sm:hidden">{name}</span>
    </>
  );
  return { key: source, header, headerName: name, width: 'w-20 sm:w-36', align: 'right', hook: source, cell };
}

/** Shows the variant; on narrow screens also what became of it. */
function VariantCell({ row }: { readonly row: BulkChangeRow }) {
  const name = variantName(row.productName, row.variantName);
  return (
    <>
      <span className="block wrap-anywhere">{name === '' ? text.one.unnamed(row.id) : name}</span>
      {row.sku !== '' && (
        <Link href={timelinePath(row.sku)} className={`${textLink} block truncate font-mono text-xs leading-5 max-sm:py-1`}>
          {row.sku}
        </Link>
      )}
      <span className="md:hidden">
        <StateCell row={row} />
      </span>
    </>
  );
}

function StateCell({ row }: { readonly row: BulkChangeRow }) {
  const reason = reasonOf(row);
  return (
    <>
      <span className={row.state === 'set' ? 'text-muted' : 'font-medium'}>{describeState(row)}</span>
      {reason !== '' && <span className="block text-sm text-muted wrap-anywhere">{reason}</span>}
    </>
  );
}

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
      lead={<Lead change={change} />}
      actions={
        <>
          <ExportButton
            key={id}
            label={text.one.export}
            empty={change.rows === 0}
            read={(call, signal) => readRows(call, id, signal)}
            save={(rows) => saveRows(id, rows)}
          />
          {change.undoable > 0 && (
            <Button size="sm" kind="primary" icon={<Undo2 size={14} />} onClick={() => setAsks(true)}>
              {text.undo.open(change.undoable)}
            </Button>
          )}
        </>
      }
    >
      <section aria-label={text.one.list} className="rounded-lg border border-line bg-surface shadow-card">
        <Rows answer={answer} page={page} stale={loaded.stale} />
        <Pager
          page={page}
          hasNext={(page + 1) * PAGE_SIZE < change.rows}
          summary={text.one.showing(
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

function Lead({ change }: { readonly change: BulkChange }) {
  return (
    <>
      {summarize(change)}{' '}
      <Link href={paths.bulkChanges} className={textLink}>
        {text.one.all}
      </Link>
    </>
  );
}

function Rows({ answer, page, stale }: { readonly answer: Answer; readonly page: number; readonly stale: boolean }) {
  if (answer.rows.length === 0) return <EmptyState icon={PackageSearch} title={text.one.noneHere} />;
  return (
    <Table
      label={text.one.list}
      columns={COLUMNS}
      rows={answer.rows.map((row, index) => ({ key: `${page}:${index}`, row }))}
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
