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
import { formatHistoryTime } from '../../shared/dates';
import { formatCount, plural } from '../../shared/formats';
import { issuesPath } from '../../shared/paths';
import { failureText, useCall, useToast } from '../../shared/state/calls';
import type { LoadedIssueCounts } from '../../shared/state/counts';
import { useSetAtom } from '../../shared/state/jotai';
import type { Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { statusNudgeAtom } from '../../shared/state/session';
import { useStoredFlag } from '../../shared/state/stored';
import { ConnectionLine } from './connection-line';
import { connectionOf, doubtOf, isConnected, isReading, snapshotOf, snapshotPercent, snapshotWord } from './state';

interface SourcePanelProps {
  readonly source: Source;
  readonly status: AccountStatus;
  readonly shopDomain: string;
  readonly issues: LoadedIssueCounts;
  /** What troubles the connections is said above already. */
  readonly problemSaid: boolean;
}

/** One platform: its connection, when its catalogue was read, and what in it cannot be kept in step. */
export function SourcePanel({ source, status, shopDomain, issues, problemSaid }: SourcePanelProps) {
  const [open, setOpen] = useStoredFlag(`dashboard-expanded-${source}`, true);
  const snapshot = snapshotOf(status, source);
  const connection = connectionOf(status, source);
  const connected = isConnected(connection.standing);
  const quiet = problemSaid && connection.standing === 'troubled';
  const { word, at } = snapshotWord(snapshot, connected);
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
              {at !== '' && <span className="max-sm:hidden">Catalogue snapshot · </span>}
              {word}
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
        <ConnectionLine source={source} connection={quiet ? { ...connection, problem: '' } : connection} shopDomain={shopDomain} />
        {snapshot !== null && connected && doubtOf(status, source) === '' && <SnapshotLine snapshot={snapshot} why={!quiet} />}
        <dl className="divide-y divide-line border-t border-line">
          <IssueLine label="Variants with missing SKUs" view="missing_skus" source={source} counts={issues.missing} />
          <IssueLine label="Variants with duplicated SKUs" view="duplicate_skus" source={source} counts={issues.duplicate} />
          <IssueLine label="Variants with inventory disabled" view="inventory_disabled" source={source} counts={issues.disabled} />
        </dl>
      </div>
    </Collapsible>
  );
}

function RefreshButton({ source, reading }: { readonly source: Source; readonly reading: boolean }) {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(statusNudgeAtom);
  const [asking, setAsking] = useState(false);
  const refresh = async () => {
    setAsking(true);
    const answer = await call((api) => api.inventory.refreshSnapshots({ source }), { label: `refreshing ${sourceName(source)}` });
    setAsking(false);
    if (!answer.ok) return;
    toast({ tone: 'good', text: 'Snapshot queued' });
    nudge((count) => count + 1);
  };
  return (
    <Button
      size="sm"
      busy={asking || reading}
      onClick={refresh}
      aria-label={`Refresh now: ${sourceName(source)}`}
      icon={<RefreshCw size={14} aria-hidden="true" />}
    >
      <span className="max-sm:sr-only">{reading ? 'Reading' : 'Refresh now'}</span>
    </Button>
  );
}

/** How far the reading of the catalog is; why it failed where nothing else on the page says so. */
function SnapshotLine({ snapshot, why }: { readonly snapshot: Snapshot; readonly why: boolean }) {
  if (snapshot.state === 'failed') {
    return (
      <p className="border-t border-line px-4 py-3 text-bad">
        The catalogue could not be read{snapshot.problem === '' || !why ? '.' : `: ${snapshot.problem}`}{' '}
        <span className="text-muted">What was read before stays.</span>
      </p>
    );
  }
  if (!isReading(snapshot)) return null;
  const percent = snapshotPercent(snapshot);
  const progress =
    snapshot.state === 'queued'
      ? 'Waiting for its turn to read the catalogue'
      : snapshot.total > 0
        ? `Reading the catalogue: ${formatCount(snapshot.processed)} of ${plural(snapshot.total, 'variant', 'variants')}`
        : `Reading the catalogue: ${plural(snapshot.processed, 'variant', 'variants')} so far`;
  return (
    <div className="border-t border-line px-4 py-3">
      <p className="mb-2 text-sm text-muted tabular-nums">{progress}</p>
      <progress
        className="snapshot-progress"
        aria-label={`Reading ${snapshot.name === 'square' ? 'Square' : 'Shopify'}`}
        max={100}
        {...(percent === null ? {} : { value: percent })}
      />
    </div>
  );
}

interface IssueLineProps {
  readonly label: string;
  readonly view: string;
  readonly source: Source;
  readonly counts: Loaded<ChannelCounts>;
}

function IssueLine({ label, view, source, counts }: IssueLineProps) {
  const known = latest(counts.remote);
  return (
    <div className="flex items-center justify-between gap-4 px-4 py-2.5">
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium tabular-nums">
        {known === null ? (
          counts.remote.state === 'failed' ? (
            <button type="button" onClick={counts.reload} className={textLink} title={failureText(counts.remote.failure)}>
              not known, try again
            </button>
          ) : (
            <Skeleton className="h-3.5 w-7" />
          )
        ) : (
          <IssueCount view={view} source={source} label={label} count={known[source]} />
        )}
      </dd>
    </div>
  );
}

/** A count that leads to what it counts; none is plain text. */
function IssueCount({ view, source, label, count }: Omit<IssueLineProps, 'counts'> & { readonly count: number }) {
  if (count === 0) return formatCount(count);
  return (
    <Link href={issuesPath(view, source)} aria-label={`${label} on ${sourceName(source)}: ${count}`} className={`${textLink} -m-2 p-2`}>
      {formatCount(count)}
    </Link>
  );
}
