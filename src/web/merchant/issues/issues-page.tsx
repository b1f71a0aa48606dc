import { CircleCheck } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';

import type { Variant } from '../../../gen/sh/common_pb';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { LazyPart } from '../../shared/components/lazy-part';
import { Page } from '../../shared/components/page';
import { SkeletonRows } from '../../shared/components/skeleton';
import { formatCount } from '../../shared/formats';
import { useIssueCounts } from '../../shared/state/counts';
import { useLoad } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { ExportButton } from './export-button';
import { IssueTabs } from './issue-tabs';
import { IssuesTable } from './issues-table';
import { issueHeading, issuesAtom, issueWords, LIST_LIMIT, readIssuesQuery } from './state';
import { useMending } from './use-fix-issue';

const SkuDialog = lazy(async () => ({ default: (await import('./sku-dialog')).SkuDialog }));
const SuccessDialog = lazy(async () => ({ default: (await import('./success-dialog')).SuccessDialog }));
const TrackingDialog = lazy(async () => ({ default: (await import('./tracking-dialog')).TrackingDialog }));

type Open = { readonly dialog: 'mend'; readonly variant: Variant } | { readonly dialog: 'success'; readonly sku: string };

/** Variants that cannot be kept in step until somebody mends them; which ones stands in the address. */
export function IssuesPage() {
  const [params] = useSearchParams();
  const query = readIssuesQuery(params);
  const { view, source } = query;
  const [open, setOpen] = useState<Open | null>(null);
  const counts = useIssueCounts();
  const { mended, saveSku, settle } = useMending();
  const loaded = useLoad({
    atom: issuesAtom,
    key: `${view}:${source}`,
    label: 'getting issues',
    make: (api, options) => api.issues.getIssues({ source, issueType: view, limit: LIST_LIMIT, offset: 0 }, options),
    live: true,
  });
  const response = latest(loaded.remote);
  useEffect(() => {
    if (response !== null) settle(response.variants);
  }, [response, settle]);

  const words = issueWords(view);
  const heading = issueHeading(query);
  const shown = response?.variants.filter((variant) => !mended.gone.has(variant.id)) ?? [];
  const close = () => setOpen(null);
  return (
    <Page
      title="Issues"
      lead="What keeps a variant from being matched or counted, and the way to mend it."
      actions={<ExportButton query={query} />}
    >
      <IssueTabs query={query} counts={counts} />
      <section aria-labelledby="issues-heading" className="rounded-lg border border-line bg-surface shadow-card">
        <div className="border-b border-line px-4 py-3.5">
          <h2 id="issues-heading" className="text-lg font-semibold">
            {heading}
          </h2>
          <p className="mt-0.5 max-w-prose text-muted">{words.explanation}</p>
        </div>
        {response === null ? (
          loaded.remote.state === 'failed' ? (
            <ErrorPanel title="The issues could not be loaded." failure={loaded.remote.failure} onRetry={loaded.reload} />
          ) : (
            <SkeletonRows rows={6} />
          )
        ) : shown.length === 0 ? (
          <EmptyState icon={<CircleCheck size={22} aria-hidden="true" />} title="None Found">
            Nothing of this kind needs you.
          </EmptyState>
        ) : (
          <IssuesTable
            label={heading}
            variants={shown}
            stale={loaded.stale}
            action={words.action}
            errors={mended.errors}
            onAct={(variant) => setOpen({ dialog: 'mend', variant })}
          />
        )}
        {response !== null && response.total > response.variants.length && (
          <p className="px-4 py-3 text-sm text-muted">
            The first {formatCount(response.variants.length)} of {formatCount(response.total)}. The rest follow as you mend these; the CSV
            file holds all.
          </p>
        )}
      </section>
      {open !== null && (
        <LazyPart onClose={close}>
          {open.dialog === 'success' && <SuccessDialog sku={open.sku} onClose={close} />}
          {open.dialog === 'mend' &&
            (view === 'inventory_disabled' ? (
              <TrackingDialog variant={open.variant} source={source} onEnabled={loaded.reload} onClose={close} />
            ) : (
              <SkuDialog
                variant={open.variant}
                onSave={(sku) => saveSku(open.variant, sku)}
                // The dialog may have been closed while the SKU was being saved: then nothing is said over what is open now.
                onSaved={(sku) =>
                  setOpen((now) => (now?.dialog === 'mend' && now.variant.id === open.variant.id ? { dialog: 'success', sku } : now))
                }
                onClose={close}
              />
            ))}
        </LazyPart>
      )}
    </Page>
  );
}
