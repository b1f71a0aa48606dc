import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';

import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { InventoryCounts } from '../../../gen/sh/inventory_pb';
import { ButtonLink } from '../../shared/components/button';
import { ErrorPanel } from '../../shared/components/error-panel';
import { ToneIcon, type Tone } from '../../shared/components/notice';
import { Skeleton } from '../../shared/components/skeleton';
import { formatCount } from '../../shared/formats';
import { inventoryPath, paths } from '../../shared/paths';
import type { Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { text } from './dashboard.text';
import { decideAnswer, nextSteps, type NextStep } from './state';

const ICON_COLOR: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  info: 'bg-accent-soft text-accent',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};

/** The counts under the answer, each a link to its view of the inventory. */
const TILES = [
  { view: 'in_sync', count: 'inSync' },
  { view: 'out_of_sync', count: 'outOfSync' },
  { view: 'shopify_only', count: 'onlyShopify' },
  { view: 'square_only', count: 'onlySquare' },
  { view: 'not_tracked', count: 'notTracked' },
] as const;

/** Shows the answer at the top of the page, and the counts that lead to what needs attention. */
export function StockSummary({ status, counts }: { readonly status: AccountStatus; readonly counts: Loaded<InventoryCounts> }) {
  const known = latest(counts.remote);
  if (known === null && counts.remote.state === 'failed') {
    return (
      <section className="rounded-lg border border-line bg-surface shadow-card">
        <ErrorPanel title={text.stock.notLoaded} failure={counts.remote.failure} onRetry={counts.reload} />
      </section>
    );
  }
  return (
    <section aria-label={text.stock.label} className="rounded-lg border border-line bg-surface shadow-card">
      <div className="flex items-start gap-3.5 px-4 py-5 sm:px-5">
        {known === null ? <AnswerSkeleton /> : <Answer status={status} counts={known} />}
      </div>
      <ul className="grid grid-cols-2 border-t border-line sm:grid-cols-5 [&>li]:border-line max-sm:[&>li:nth-child(even)]:border-l max-sm:[&>li:nth-child(n+3)]:border-t max-sm:[&>li:last-child:nth-child(odd)]:col-span-2 sm:[&>li+li]:border-l">
        {TILES.map(({ view, count }) => (
          <Tile key={view} view={view} count={known?.[count]} />
        ))}
      </ul>
    </section>
  );
}

function Answer({ status, counts }: { readonly status: AccountStatus; readonly counts: InventoryCounts }) {
  const answer = decideAnswer(status, counts);
  return (
    <>
      <span className={`flex size-9 shrink-0 items-center justify-center rounded-full [&>svg]:mt-0 ${ICON_COLOR[answer.tone]}`}>
        <ToneIcon tone={answer.tone} size={20} />
      </span>
      <div className="min-w-0">
        <p className="text-lg leading-7 font-semibold tracking-tight text-balance sm:text-xl">{answer.headline}</p>
        <p className="mt-0.5 text-muted">{answer.detail}</p>
        <NextSteps steps={nextSteps(status, counts)} />
        {status.lag !== undefined && <p className="mt-0.5 text-muted">{text.stock.syncTime(status.lag.p50Ms, status.lag.p95Ms)}</p>}
      </div>
    </>
  );
}

const STEP_PATHS: Record<NextStep, string> = { level: inventoryPath('out_of_sync'), link: paths.linking };

function NextSteps({ steps }: { readonly steps: readonly NextStep[] }) {
  return steps.length === 0 ? null : (
    <p className="my-2.5 flex flex-wrap gap-2">
      {steps.map((step) => (
        <ButtonLink key={step} href={STEP_PATHS[step]} size="sm">
          {text.stock.steps[step]}
        </ButtonLink>
      ))}
    </p>
  );
}

function AnswerSkeleton() {
  return (
    <>
      <Skeleton className="size-9 shrink-0 rounded-full" />
      <div className="w-full py-1" role="status" aria-label={text.stock.loading}>
        <Skeleton className="h-5 w-full max-w-md" />
        <Skeleton className="mt-2.5 h-3.5 w-40" />
      </div>
    </>
  );
}

function Tile({ view, count }: { readonly view: (typeof TILES)[number]['view']; readonly count: number | undefined }) {
  return (
    <li>
      <Link
        href={inventoryPath(view)}
        className="group flex h-full flex-col gap-0.5 px-4 py-3.5 no-underline transition-colors hover:bg-hover sm:px-5"
      >
        <span className="flex items-center justify-between gap-2 text-sm text-muted">
          {text.stock.views[view]}
          <ArrowRight size={14} className="text-faint opacity-0 transition-opacity group-hover:opacity-100" />
        </span>
        {count === undefined ? (
          <Skeleton className="my-1.5 h-5 w-12" />
        ) : (
          <span className="text-xl font-semibold tracking-tight tabular-nums">{formatCount(count)}</span>
        )}
      </Link>
    </li>
  );
}
