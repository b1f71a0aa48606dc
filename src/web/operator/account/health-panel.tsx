import { Link } from 'wouter';

import { SOURCES } from '../../../domain/source';
import type { FleetAccount } from '../../../gen/sh/operations_pb';
import { textLink } from '../../shared/components/button';
import { Fact, Facts } from '../../shared/components/facts';
import { Panel } from '../../shared/components/page';
import { Unloaded } from '../../shared/components/unloaded';
import { formatCount } from '../../shared/formats';
import { operatorPaths } from '../../shared/paths';
import type { Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { agoText, formatDuration, lastingText } from '../formats';
import { HealthProblemChips } from '../health-problem-chips';
import { describeHealthProblem } from '../health-problems';
import { operatorText } from '../operator.text';
import { text } from './account.text';

interface HealthPanelProps {
  readonly accountId: string;
  readonly loaded: Loaded<FleetAccount>;
  /** In ms since epoch. */
  readonly now: number;
}

/** Shows an account's health at this moment: its problems, what each one means, and the figures behind them. */
export function HealthPanel({ accountId, loaded, now }: HealthPanelProps) {
  const health = latest(loaded.remote);
  return (
    <Panel
      title={text.health.title}
      actions={
        <Link href={`${operatorPaths.alerts}?${new URLSearchParams({ account: accountId }).toString()}`} className={textLink}>
          {text.health.alerts}
        </Link>
      }
    >
      {health !== null ? (
        <>
          <Problems health={health} now={now} />
          <Figures health={health} now={now} />
        </>
      ) : (
        <Unloaded loaded={loaded} title={text.health.failed} safe={operatorText.nothingChanged} rows={6} height="h-10" />
      )}
    </Panel>
  );
}

function Problems({ health, now }: { readonly health: FleetAccount; readonly now: number }) {
  const { troubles, unreachable, since } = health;
  if (troubles.length === 0) return <NoProblems health={health} />;
  return (
    <div className="border-b border-line px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <HealthProblemChips problems={troubles} unreachable={unreachable} />
        {since !== '' && <span className="text-sm text-muted">{lastingText(since, now)}</span>}
      </p>
      <ul className="mt-2 flex flex-col gap-1 text-sm text-muted">
        {troubles.map((kind) => (
          <li key={kind}>{describeHealthProblem(kind, unreachable).meaning}</li>
        ))}
      </ul>
    </div>
  );
}

/** Says 'healthy' only for an account that is monitored: one with access to the product and both platforms connected. */
function NoProblems({ health: { entitled, shopifyAccess, squareAccess } }: { readonly health: FleetAccount }) {
  if (entitled && shopifyAccess && squareAccess) {
    return <p className="border-b border-line px-4 py-3 font-medium text-good">{text.health.healthy}</p>;
  }
  return <p className="border-b border-line px-4 py-3 text-muted">{entitled ? text.health.notSetUp : text.health.noAccess}</p>;
}

function Figures({ health, now }: { readonly health: FleetAccount; readonly now: number }) {
  const { health: labels } = text;
  const yesOrNo = (yes: boolean) => (yes ? labels.yes : <span className="text-bad">{labels.no}</span>);
  return (
    <Facts>
      <Fact name={labels.name}>
        <bdi>{health.name || '–'}</bdi>
      </Fact>
      <Fact name={labels.hasAccess}>{yesOrNo(health.entitled)}</Fact>
      {SOURCES.map((source) => (
        <Fact key={source} name={labels.platformAccess(source)}>
          {health.unreachable.includes(source) ? (
            <span className="text-bad">{labels.unknownUnavailable(source)}</span>
          ) : (
            yesOrNo(source === 'shopify' ? health.shopifyAccess : health.squareAccess)
          )}
        </Fact>
      ))}
      <Fact name={labels.lag}>{health.lagP95Ms === undefined ? labels.noWrites : formatDuration(health.lagP95Ms)}</Fact>
      <Fact name={labels.oldestChange}>{health.oldestUnderWayMs === 0 ? labels.none : formatDuration(health.oldestUnderWayMs)}</Fact>
      <Fact name={labels.counts}>{[health.held, health.blocked, health.frozen].map((count) => formatCount(count)).join(' / ')}</Fact>
      <Fact name={labels.missingWebhooks}>{formatCount(health.missingWebhooks)}</Fact>
      <Fact name={labels.foundByReconciliation}>{formatCount(health.drift)}</Fact>
      <Fact name={labels.checked}>{agoText(health.checkedAt, now) || labels.never}</Fact>
    </Facts>
  );
}
