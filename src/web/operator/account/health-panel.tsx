import { Link } from 'wouter';

import { sourceName, SOURCES } from '../../../domain/source';
import type { FleetAccount } from '../../../gen/sh/operations_pb';
import { textLink } from '../../shared/components/button';
import { ErrorPanel } from '../../shared/components/error-panel';
import { Fact, Facts } from '../../shared/components/facts';
import { Panel } from '../../shared/components/page';
import { SkeletonRows } from '../../shared/components/skeleton';
import { formatCount } from '../../shared/formats';
import { operatorPaths } from '../../shared/paths';
import type { Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { agoText, formatDuration, lastingText } from '../formats';
import { TroubleChips } from '../health-problem-chips';
import { troubleWords } from '../health-problems';

interface HealthPanelProps {
  readonly accountId: string;
  readonly loaded: Loaded<FleetAccount>;
  /** In ms since epoch. */
  readonly now: number;
}

/** How one customer fares at this moment: his troubles, what each means, and the figures behind them. */
export function HealthPanel({ accountId, loaded, now }: HealthPanelProps) {
  const health = latest(loaded.remote);
  return (
    <Panel
      title="Health"
      actions={
        <Link href={`${operatorPaths.alerts}?${new URLSearchParams({ account: accountId }).toString()}`} className={textLink}>
          Alerts of this account
        </Link>
      }
    >
      {health !== null ? (
        <>
          <Troubles health={health} now={now} />
          <Figures health={health} now={now} />
        </>
      ) : loaded.remote.state === 'failed' ? (
        <ErrorPanel
          title="The health could not be read."
          safe="Nothing was changed."
          failure={loaded.remote.failure}
          onRetry={loaded.reload}
        />
      ) : (
        <SkeletonRows rows={6} height="h-10" />
      )}
    </Panel>
  );
}

function Troubles({ health, now }: { readonly health: FleetAccount; readonly now: number }) {
  const { troubles, unreachable, since } = health;
  if (troubles.length === 0) return <Untroubled health={health} />;
  return (
    <div className="border-b border-line px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TroubleChips troubles={troubles} unreachable={unreachable} />
        {since !== '' && <span className="text-sm text-muted">{lastingText(since, now)}</span>}
      </p>
      <ul className="mt-2 flex flex-col gap-1 text-sm text-muted">
        {troubles.map((kind) => (
          <li key={kind}>{troubleWords(kind, unreachable).meaning}</li>
        ))}
      </ul>
    </div>
  );
}

/** No trouble is not the same as all being well: an account that may not use the product, or is not set up, is not watched. */
function Untroubled({ health: { entitled, shopifyAccess, squareAccess } }: { readonly health: FleetAccount }) {
  if (entitled && shopifyAccess && squareAccess) {
    return <p className="border-b border-line px-4 py-3 font-medium text-good">Everything is in order.</p>;
  }
  return (
    <p className="border-b border-line px-4 py-3 text-muted">
      {entitled
        ? 'Not set up yet: both platforms must be connected before stock can sync. Nothing raises an alert until then.'
        : 'This account has no access to the product: its stock does not sync, and nothing raises an alert.'}
    </p>
  );
}

function Figures({ health, now }: { readonly health: FleetAccount; readonly now: number }) {
  const yes = (holds: boolean) => (holds ? 'Yes' : <span className="text-bad">No</span>);
  return (
    <Facts>
      <Fact name="Name">
        <bdi>{health.name || '–'}</bdi>
      </Fact>
      <Fact name="May use the product">{yes(health.entitled)}</Fact>
      {SOURCES.map((source) => (
        <Fact key={source} name={`${sourceName(source)} lets us in`}>
          {health.unreachable.includes(source) ? (
            <span className="text-bad">Not known: it does not answer</span>
          ) : (
            yes(source === 'shopify' ? health.shopifyAccess : health.squareAccess)
          )}
        </Fact>
      ))}
      <Fact name="Lag, last 24 hours">{health.lagP95Ms === undefined ? 'nothing written' : formatDuration(health.lagP95Ms)}</Fact>
      <Fact name="Oldest change on its way">{health.oldestUnderWayMs === 0 ? 'none' : formatDuration(health.oldestUnderWayMs)}</Fact>
      <Fact name="Held / refused / frozen">
        {[health.held, health.blocked, health.frozen].map((count) => formatCount(count)).join(' / ')}
      </Fact>
      <Fact name="Webhooks missing">{formatCount(health.missingWebhooks)}</Fact>
      <Fact name="Found by sweeps alone">{formatCount(health.drift)}</Fact>
      <Fact name="Read">{agoText(health.checkedAt, now) || 'never'}</Fact>
    </Facts>
  );
}
