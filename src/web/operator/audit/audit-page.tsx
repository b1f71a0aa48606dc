import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';

import { Button } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { TextField } from '../../shared/components/field';
import { CursorPager } from '../../shared/components/pager';
import { SkeletonRows } from '../../shared/components/skeleton';
import { plural } from '../../shared/formats';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { OperatorPage } from '../operator-page';
import { AuditTable } from './audit-table';
import { auditAtom, PAGE_SIZE, readAuditQuery, writeAuditQuery, type AuditQuery } from './state';

/** Everything that operators did, the newest first: what, who, when, on whom, with what result. */
export function AuditPage() {
  const [params, setParams] = useSearchParams();
  const query = readAuditQuery(params);
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: auditAtom,
    key: JSON.stringify(query),
    label: 'getting the audit',
    make: (_, options) =>
      operators.operations.getAudit(
        { accountId: query.account, actor: query.actor, method: query.method, cursor: query.cursor, limit: PAGE_SIZE },
        options,
      ),
    keep: true,
  });
  const page = latest(loaded.remote);
  const show = (next: Partial<AuditQuery>) => setParams(writeAuditQuery({ ...query, cursor: '', ...next }));
  const filtered = query.account !== '' || query.actor !== '' || query.method !== '';
  return (
    <OperatorPage title="Audit" lead="What operators did and looked at. Entries are never changed or deleted.">
      {/* Another address begins with its own words in the boxes. */}
      <Filters key={JSON.stringify([query.account, query.actor, query.method])} query={query} onShow={show} />
      <section aria-label="Audit" className="rounded-lg border border-line bg-surface shadow-card">
        {page === null ? (
          loaded.remote.state === 'failed' ? (
            <ErrorPanel
              title="The audit could not be loaded."
              safe="Nothing was changed."
              failure={loaded.remote.failure}
              onRetry={loaded.reload}
            />
          ) : (
            <SkeletonRows rows={10} height="h-14" />
          )
        ) : page.entries.length === 0 ? (
          <EmptyState
            icon={<ScrollText size={22} aria-hidden="true" />}
            title="No entries"
            {...(filtered ? { action: <Button onClick={() => show({ account: '', actor: '', method: '' })}>Show all</Button> } : {})}
          >
            {filtered ? 'Nothing was done that fits these filters.' : 'What operators do is written down here.'}
          </EmptyState>
        ) : (
          <AuditTable entries={page.entries} onAccount={(account) => show({ account })} onActor={(actor) => show({ actor })} />
        )}
        {page !== null && (
          <CursorPager
            cursor={query.cursor}
            next={page.nextCursor}
            summary={plural(page.entries.length, 'entry', 'entries')}
            onCursor={(cursor) => {
              show({ cursor });
              window.scrollTo({ top: 0 });
            }}
          />
        )}
      </section>
    </OperatorPage>
  );
}

function Filters({ query, onShow }: { readonly query: AuditQuery; readonly onShow: (next: Partial<AuditQuery>) => void }) {
  const [account, setAccount] = useState(query.account);
  const [actor, setActor] = useState(query.actor);
  const [method, setMethod] = useState(query.method);
  return (
    <form
      role="search"
      className="mb-4 grid items-end gap-3 sm:grid-cols-[8rem_1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        onShow({ account: account.trim(), actor: actor.trim(), method: method.trim() });
      }}
    >
      <TextField label="Account id" inputMode="numeric" value={account} onChange={(event) => setAccount(event.target.value)} />
      <TextField label="Operator" placeholder="operator.myshopify.com" value={actor} onChange={(event) => setActor(event.target.value)} />
      <TextField label="Call" placeholder="AdminSaveWebhook" value={method} onChange={(event) => setMethod(event.target.value)} />
      <div className="flex gap-2">
        <Button type="submit" kind="primary">
          Filter
        </Button>
        <Button kind="quiet" onClick={() => onShow({ account: '', actor: '', method: '' })}>
          Clear
        </Button>
      </div>
    </form>
  );
}
