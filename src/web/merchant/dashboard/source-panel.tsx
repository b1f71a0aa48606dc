import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';

import { sourceName, type Source } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { ChannelCounts, Snapshot } from '../../../gen/sh/common_pb';
import { Button, textLink } from '../../shared/components/button';
import { Collapsible } from '../../shared/components/collapsible';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { Skeleton } from '../../shared/components/skeleton';
import { When } from '../../shared/components/when';
import { formatCount } from '../../shared/formats';
import { formatHistoryTime } from '../../shared/history-time';
import { issuesPath } from '../../shared/paths';
import { failureText, useCall, useToast } from '../../shared/state/calls';
import type { LoadedIssueCounts } from '../../shared/state/counts';
import { useSetAtom } from '../../shared/state/jotai';
import type { Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { nudgeStatusAtom } from '../../shared/state/session';
import { useStoredFlag } from '../../shared/state/stored';
import { ConnectionLine } from './connection-line';
import { text } from './dashboard.text';
import { connectionOf, hasAccess, isReading, reviewReason, snapshotOf, snapshotPercent, snapshotStatus } from './state';

interface SourcePanelProps {
  readonly source: Source;
  readonly status: AccountStatus;
  readonly shopDomain: string;
  readonly issues: LoadedIssueCounts;
  /** Whether the page shows the connections' problems above already. */
  readonly problemShown: boolean;
}

/** Shows one platform: its connection, when its catalog was last read, and its counts of issues. */
export function SourcePanel({ source, status, shopDomain, issues, problemShown }: SourcePanelProps) {
  const [open, setOpen] = useStoredFlag(`dashboard-expanded-${source}`, true);
  const snapshot = snapshotOf(status, source);
  const connection = connectionOf(status, source);
  const connected = hasAccess(connection.state);
  const isRepeated = problemShown && connection.state === 'degraded';
  const { label, at } = snapshotStatus(snapshot, connected);
  return (
    <Collapsible
      open={open}
      onToggle={() => setOpen(!open)}
      heading={
        <span className="flex items-center gap-3">
          <span className="flex size-9 shrink-0 items-center justify-center rounded-md bg-sunken text-muted">
            <PlatformGlyph source={source} size={20} />
          </span>
          <span className="min-w-0">
            <span className="block font-semibold">{sourceName(source)}</span>
            <span className="block truncate text-sm text-muted">
              {at !== '' && <span className="max-sm:hidden">{text.snapshot.heading} · </span>}
              {label}
              {at !== '' && (
                <>
                  {' '}
                  <When at={at}>{formatHistoryTime(at)}</When>
                </>
              )}
            </span>
          </span>
        </span>
      }
      aside={connected ? <RefreshButton source={source} reading={isReading(snapshot)} /> : undefined}
    >
      <div className="border-t border-line">
        <ConnectionLine source={source} connection={isRepeated ? { ...connection, problem: '' } : connection} shopDomain={shopDomain} />
        {snapshot !== null && connected && reviewReason(status, source) === '' && (
          <SnapshotLine source={source} snapshot={snapshot} showProblem={!isRepeated} />
        )}
        <dl className="divide-y divide-line border-t border-line">
          <IssueLine view="missing_skus" source={source} counts={issues.missing} />
          <IssueLine view="duplicate_skus" source={source} counts={issues.duplicate} />
          <IssueLine view="inventory_disabled" source={source} counts={issues.disabled} />
        </dl>
      </div>
    </Collapsible>
  );
}

function RefreshButton({ source, reading }: { readonly source: Source; readonly reading: boolean }) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [busy, setBusy] = useState(false);
  const platform = sourceName(source);
  const refresh = async () => {
    setBusy(true);
    const answer = await call((api) => api.inventory.refreshSnapshots({ source }), { label: `refreshing ${platform}` });
    setBusy(false);
    if (!answer.ok) return;
    toast({ tone: 'good', text: text.snapshot.requested });
    nudge();
  };
  return (
    <Button
      size="sm"
      busy={busy || reading}
      onClick={refresh}
      aria-label={text.snapshot.refreshOf(platform)}
      icon={<RefreshCw size={14} />}
    >
      <span className="max-sm:sr-only">{reading ? text.snapshot.busy : text.snapshot.refresh}</span>
    </Button>
  );
}

interface SnapshotLineProps {
  readonly source: Source;
  readonly snapshot: Snapshot;
  /** Off where the page shows the problem already. */
  readonly showProblem: boolean;
}

/** Shows the progress of reading the catalog, or why it failed. */
function SnapshotLine({ source, snapshot, showProblem }: SnapshotLineProps) {
  if (snapshot.state === 'failed') {
    return (
      <p className="border-t border-line px-4 py-3 text-bad">
        {text.snapshot.notRead(showProblem ? snapshot.problem : '')} <span className="text-muted">{text.snapshot.kept}</span>
      </p>
    );
  }
  if (!isReading(snapshot)) return null;
  const percent = snapshotPercent(snapshot);
  const progress =
    snapshot.state === 'queued'
      ? text.snapshot.waiting
      : snapshot.total > 0
        ? text.snapshot.readOf(snapshot.processed, snapshot.total)
        : text.snapshot.readSoFar(snapshot.processed);
  return (
    <div className="border-t border-line px-4 py-3">
      <p className="mb-2 text-sm text-muted tabular-nums">{progress}</p>
      <progress
        className="snapshot-progress"
        aria-label={text.snapshot.progressOf(sourceName(source))}
        max={100}
        {...(percent === null ? {} : { value: percent })}
      />
    </div>
  );
}

interface IssueLineProps {
  readonly view: 'missing_skus' | 'duplicate_skus' | 'inventory_disabled';
  readonly source: Source;
  readonly counts: Loaded<ChannelCounts>;
}

function IssueLine({ view, source, counts }: IssueLineProps) {
  const known = latest(counts.remote);
  return (
    <div className="flex items-center justify-between gap-4 px-4 py-2.5">
      <dt className="text-muted">{text.issues[view]}</dt>
      <dd className="font-medium tabular-nums">
        {known === null ? (
          counts.remote.state === 'failed' ? (
            <button type="button" onClick={counts.reload} className={textLink} title={failureText(counts.remote.failure)}>
              {text.issues.notLoaded}
            </button>
          ) : (
            <Skeleton className="h-3.5 w-7" />
          )
        ) : (
          <IssueCount view={view} source={source} count={known[source]} />
        )}
      </dd>
    </div>
  );
}

/** Shows a count as a link to the issues that it counts; zero is plain text. */
function IssueCount({ view, source, count }: Omit<IssueLineProps, 'counts'> & { readonly count: number }) {
  if (count === 0) return formatCount(count);
  return (
    <Link
      href={issuesPath(view, source)}
      aria-label={text.issues.countOn(text.issues[view], sourceName(source), count)}
      className={`${textLink} -m-2 p-2`}
    >
      {formatCount(count)}
    </Link>
  );
}
