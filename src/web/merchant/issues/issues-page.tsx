import { CircleCheck, ListChecks, Upload } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';

import type { Variant } from '../../../gen/sh/common_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { LazyPart } from '../../shared/components/lazy-part';
import { Page } from '../../shared/components/page';
import { Unloaded } from '../../shared/components/unloaded';
import { paths } from '../../shared/paths';
import { useIssueCounts, type LoadedIssueCounts } from '../../shared/state/counts';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { trackingText } from '../../shared/tracking/tracking.text';
import { ExportButton } from './export-button';
import { IssueTabs } from './issue-tabs';
import { eventViewOf, issuesRequest, readIssuesQuery, type IssuesQuery } from './issues-query';
import { IssuesTable } from './issues-table';
import { issuesText as text } from './issues.text';
import { OversoldList } from './oversold-list';
import { issueHeading, issuesAtom } from './state';
import { UnlinkedList } from './unlinked-list';
import { useFixIssue } from './use-fix-issue';
import { WritersList } from './writers-list';

const ImportDrawer = lazy(async () => ({ default: (await import('./import-skus/import-drawer')).ImportDrawer }));
const SkuDialog = lazy(async () => ({ default: (await import('./sku-dialog')).SkuDialog }));
const SuccessDialog = lazy(async () => ({ default: (await import('./success-dialog')).SuccessDialog }));
const TrackingDrawer = lazy(async () => ({ default: (await import('../../shared/tracking/tracking-drawer')).TrackingDrawer }));
const TrackingDialog = lazy(async () => ({ default: (await import('./tracking-dialog')).TrackingDialog }));

type Open =
  | { readonly dialog: 'fix'; readonly variant: Variant }
  | { readonly dialog: 'success'; readonly sku: string }
  | { readonly dialog: 'import' | 'track'; readonly query: IssuesQuery };

/** Shows what keeps variants from syncing. The address says which list: of events, or of a kind of issue on a platform. */
export function IssuesPage() {
  const [params] = useSearchParams();
  const counts = useIssueCounts();
  const events = eventViewOf(params);
  return events !== null ? (
    <Page title={text.title} lead={text.lead}>
      <IssueTabs query={null} events={events} counts={counts} />
      {events === 'writers' ? <WritersList /> : events === 'unlinked' ? <UnlinkedList /> : <OversoldList />}
    </Page>
  ) : (
    <VariantIssues params={params} counts={counts} />
  );
}

/** Lists variants that cannot sync until they are fixed. */
function VariantIssues({ params, counts }: { readonly params: URLSearchParams; readonly counts: LoadedIssueCounts }) {
  const query = readIssuesQuery(params);
  const { view, source } = query;
  const [open, setOpen] = useState<Open | null>(null);
  const { fixed, saveSku, onListed } = useFixIssue();
  const loaded = useLoad({
    atom: issuesAtom,
    key: `${view}:${source}`,
    label: 'getting issues',
    make: (api, options) => api.issues.getIssues(issuesRequest(query), options),
    live: true,
  });
  const response = latest(loaded.remote);
  useEffect(() => {
    if (response !== null) onListed(response.variants);
  }, [response, onListed]);

  const kind = text.kinds[view];
  const heading = issueHeading(query);
  const shown = response?.variants.filter((variant) => !fixed.hidden.has(variant.id)) ?? [];
  const close = () => setOpen(null);
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        <>
          <ExportButton query={query} />
          {view === 'inventory_disabled' ? (
            <Button size="sm" aria-haspopup="dialog" icon={<ListChecks size={14} />} onClick={() => setOpen({ dialog: 'track', query })}>
              {trackingText.open}
            </Button>
          ) : (
            <Button size="sm" aria-haspopup="dialog" icon={<Upload size={14} />} onClick={() => setOpen({ dialog: 'import', query })}>
              {text.importSkus}
            </Button>
          )}
        </>
      }
    >
      <IssueTabs query={query} events={null} counts={counts} />
      <section aria-labelledby="issues-heading" className="rounded-lg border border-line bg-surface shadow-card">
        <div className="border-b border-line px-4 py-3.5">
          <h2 id="issues-heading" className="text-lg font-semibold">
            {heading}
          </h2>
          <p className="mt-0.5 max-w-prose text-muted">{kind.explanation}</p>
        </div>
        {response === null ? (
          <Unloaded loaded={loaded} title={text.loadFailed} rows={6} />
        ) : shown.length === 0 ? (
          <EmptyState icon={CircleCheck} title={text.empty} action={<ButtonLink href={paths.linking}>{text.findLinks}</ButtonLink>}>
            {text.emptyExplained}
          </EmptyState>
        ) : (
          <IssuesTable
            label={heading}
            variants={shown}
            stale={loaded.stale}
            action={kind.action}
            errors={fixed.errors}
            onAct={(variant) => setOpen({ dialog: 'fix', variant })}
          />
        )}
        {response !== null && response.total > response.variants.length && (
          <p className="px-4 py-3 text-sm text-muted">{text.more(response.variants.length, response.total)}</p>
        )}
      </section>
      {open !== null && (
        <LazyPart onClose={close}>
          {open.dialog === 'import' && <ImportDrawer query={open.query} onClose={close} />}
          {open.dialog === 'track' && (
            <TrackingDrawer sources={[open.query.source]} selected={null} onChanged={loaded.reload} onClose={close} />
          )}
          {open.dialog === 'success' && <SuccessDialog sku={open.sku} onClose={close} />}
          {open.dialog === 'fix' &&
            (view === 'inventory_disabled' ? (
              <TrackingDialog variant={open.variant} source={source} onEnabled={loaded.reload} onClose={close} />
            ) : (
              <SkuDialog
                variant={open.variant}
                onSave={(sku) => saveSku(open.variant, sku)}
                // The dialog may have been closed while the SKU was being saved: then no success dialog opens over the current one.
                onSaved={(sku) =>
                  setOpen((now) => (now?.dialog === 'fix' && now.variant.id === open.variant.id ? { dialog: 'success', sku } : now))
                }
                onClose={close}
              />
            ))}
        </LazyPart>
      )}
    </Page>
  );
}
