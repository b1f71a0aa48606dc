import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';

import { Button } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { TextField } from '../../shared/components/field';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { CursorList } from '../cursor-list';
import { OperatorPage } from '../operator-page';
import { AuditTable } from './audit-table';
import { text } from './audit.text';
import { auditAtom, PAGE_SIZE, readAuditQuery, writeAuditQuery, type AuditQuery } from './state';

const NO_FILTERS = { account: '', actor: '', method: '' } as const;

/** Lists what operators viewed and changed, newest first. */
export function AuditPage() {
  const [params, setParams] = useSearchParams();
  const query = readAuditQuery(params);
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: auditAtom,
    key: JSON.stringify(query),
    label: 'getting the audit log',
    make: (_, options) =>
      operators.operations.getAudit(
        { accountId: query.account, actor: query.actor, method: query.method, cursor: query.cursor, limit: PAGE_SIZE },
        options,
      ),
    keep: true,
  });
  const show = (next: Partial<AuditQuery>) => setParams(writeAuditQuery({ ...query, cursor: '', ...next }));
  const filtered = query.account !== '' || query.actor !== '' || query.method !== '';
  return (
    <OperatorPage title={text.title} lead={text.lead}>
      {/* The key makes the fields start from the filters of the new URL. */}
      <Filters key={JSON.stringify([query.account, query.actor, query.method])} query={query} onShow={show} />
      <CursorList
        label={text.title}
        loaded={loaded}
        cursor={query.cursor}
        failed={text.failed}
        summary={({ entries }) => text.count(entries.length)}
        onCursor={(cursor) => show({ cursor })}
        isEmpty={({ entries }) => entries.length === 0}
        empty={
          <EmptyState
            icon={ScrollText}
            title={filtered ? text.noMatch : text.none}
            {...(filtered ? { action: <Button onClick={() => show(NO_FILTERS)}>{text.showAll}</Button> } : {})}
          >
            {filtered ? text.noMatchHint : text.noneHint}
          </EmptyState>
        }
      >
        {({ entries }) => <AuditTable entries={entries} onAccount={(account) => show({ account })} onActor={(actor) => show({ actor })} />}
      </CursorList>
    </OperatorPage>
  );
}

function Filters({ query, onShow }: { readonly query: AuditQuery; readonly onShow: (next: Partial<AuditQuery>) => void }) {
  const [account, setAccount] = useState(query.account);
  const [actor, setActor] = useState(query.actor);
  const [method, setMethod] = useState(query.method);
  const { filters } = text;
  return (
    <form
      role="search"
      className="mb-4 grid items-end gap-3 sm:grid-cols-[8rem_1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        onShow({ account: account.trim(), actor: actor.trim(), method: method.trim() });
      }}
    >
      <TextField label={filters.account} inputMode="numeric" value={account} onChange={(event) => setAccount(event.target.value)} />
      <TextField
        label={filters.operator}
        placeholder={filters.operatorExample}
        value={actor}
        onChange={(event) => setActor(event.target.value)}
      />
      <TextField
        label={filters.method}
        placeholder={filters.methodExample}
        value={method}
        onChange={(event) => setMethod(event.target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" kind="primary">
          {filters.apply}
        </Button>
        <Button kind="quiet" onClick={() => onShow(NO_FILTERS)}>
          {filters.clear}
        </Button>
      </div>
    </form>
  );
}
