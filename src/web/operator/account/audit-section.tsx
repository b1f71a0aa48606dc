import { Link } from 'wouter';

import { textLink } from '../../shared/components/button';
import { When } from '../../shared/components/when';
import { formatHistoryTime } from '../../shared/dates';
import { accountAuditPath } from '../../shared/paths';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { deedOf } from '../audit-actions';
import { ResultChip } from '../result-chip';
import { SectionFailure } from './section-failure';
import { deedsAtom } from './state';

/** How many of the last entries are shown here. */
const SHOWN = 10;

/** What operators did to this customer last, with the way to all of it. */
export function DeedsSection({ accountId }: { readonly accountId: string }) {
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: deedsAtom,
    key: accountId,
    label: 'getting the audit',
    make: (_, options) => operators.operations.getAudit({ accountId, actor: '', method: '', cursor: '', limit: SHOWN }, options),
  });
  const page = latest(loaded.remote);
  if (page === null) {
    return loaded.remote.state === 'failed' ? (
      <SectionFailure title="The audit could not be read." failure={loaded.remote.failure} onRetry={loaded.reload} />
    ) : (
      <p className="px-4 pb-4 text-muted">Loading...</p>
    );
  }
  return (
    <div className="px-4 pb-4">
      {page.entries.length === 0 ? (
        <p className="mb-2 text-muted">Nothing so far</p>
      ) : (
        <ul aria-label="Last deeds" className="mb-3 divide-y divide-line">
          {page.entries.map((entry) => (
            <li key={entry.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <span>
                <span className="font-medium">{deedOf(entry.method, entry.detail)}</span>{' '}
                <span className="text-sm text-muted">
                  {entry.actorDomain}, <When at={entry.at}>{formatHistoryTime(entry.at)}</When>
                </span>
              </span>
              <ResultChip result={entry.result} />
            </li>
          ))}
        </ul>
      )}
      <Link href={accountAuditPath(accountId)} className={textLink}>
        The whole audit of this account
      </Link>
    </div>
  );
}
