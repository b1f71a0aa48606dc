import { SOURCES } from '../../../domain/source';
import { Page } from '../../shared/components/page';
import { PageSkeleton } from '../../shared/components/page-skeleton';
import { useIssueCounts, useInventoryCounts } from '../../shared/state/counts';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { sessionAtom, statusAtom } from '../../shared/state/session';
import { AccountNotices } from './account-notices';
import { Banners } from './banners';
import { text } from './dashboard.text';
import { SourcePanel } from './source-panel';
import { answerShowsProblems } from './state';
import { StockSummary } from './stock-summary';
import { WatchPanel } from './watch-panel';

/** The home screen: whether the stock is in sync, what needs attention, and both platforms. */
export function DashboardPage() {
  const status = latest(useAtomValue(statusAtom));
  const session = latest(useAtomValue(sessionAtom));
  const counts = useInventoryCounts();
  const issues = useIssueCounts();
  if (status === null || session === null) return <PageSkeleton />;
  const problemShown = answerShowsProblems(status, latest(counts.remote));
  return (
    <Page title={text.title}>
      <div className="flex flex-col gap-5">
        <StockSummary status={status} counts={counts} />
        {status.watchingSince !== '' && status.hasMappedLocations && <WatchPanel status={status} counts={latest(counts.remote)} />}
        <Banners status={status} />
        <div className="grid items-start gap-5 lg:grid-cols-2 [&>*]:min-w-0">
          {SOURCES.map((source) => (
            <SourcePanel
              key={source}
              source={source}
              status={status}
              shopDomain={session.shopifyDomain}
              issues={issues}
              problemShown={problemShown}
            />
          ))}
        </div>
        <AccountNotices
          facts={{
            status,
            missing: latest(issues.missing.remote),
            duplicate: latest(issues.duplicate.remote),
            disabled: latest(issues.disabled.remote),
          }}
        />
      </div>
    </Page>
  );
}
