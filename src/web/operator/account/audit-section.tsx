import { Link } from 'wouter';

import { textLink } from '../../shared/components/button';
import { When } from '../../shared/components/when';
import { formatHistoryTime } from '../../shared/history-time';
import { accountAuditPath } from '../../shared/paths';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { auditActionName } from '../audit-actions';
import { ResultChip } from '../result-chip';
import { text } from './account.text';
import { SectionContent } from './section-content';
import { auditAtom } from './state';

/** How many of the latest entries are shown. */
const SHOWN = 10;

/** Lists the latest operator actions on the account, with a link to all of them. */
export function AuditSection({ accountId }: { readonly accountId: string }) {
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: auditAtom,
    key: accountId,
    label: 'getting the audit log',
    make: (_, options) => operators.operations.getAudit({ accountId, actor: '', method: '', cursor: '', limit: SHOWN }, options),
  });
  return (
    <SectionContent loaded={loaded} failed={text.audit.failed}>
      {({ entries }) => (
        <>
          {entries.length === 0 ? (
            <p className="mb-2 text-muted">{text.audit.none}</p>
          ) : (
            <ul aria-label={text.audit.label} className="mb-3 divide-y divide-line">
              {entries.map((entry) => (
                <li key={entry.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
                  <span>
                    <span className="font-medium">{auditActionName(entry.method, entry.detail)}</span>{' '}
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
            {text.audit.all}
          </Link>
        </>
      )}
    </SectionContent>
  );
}
