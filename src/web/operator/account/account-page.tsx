import { VenetianMask } from 'lucide-react';
import { useCallback } from 'react';
import { useParams } from 'wouter';

import type { AccountDetail } from '../../../gen/sh/admin_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { DeleteAccount } from '../../shared/components/delete-account';
import { Notice } from '../../shared/components/notice';
import { Panel } from '../../shared/components/page';
import { Unloaded } from '../../shared/components/unloaded';
import { accountWebhooksPath, exportPath, pausesPath } from '../../shared/paths';
import { useImpersonate } from '../../shared/state/impersonation';
import { useAtomValue } from '../../shared/state/jotai';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { isImpersonating, sessionAtom } from '../../shared/state/session';
import { useInterval } from '../../shared/state/use-interval';
import { OperatorPage } from '../operator-page';
import { operatorText } from '../operator.text';
import { text } from './account.text';
import { ActionButtons } from './action-buttons';
import { HealthPanel } from './health-panel';
import { Sections } from './sections';
import { ACTIVE_MS, accountAtom, FAILED_MS, hasActiveTask, healthAtom, IDLE_MS, tasksAtom } from './state';
import { TasksPanel } from './tasks-panel';
import { Tiles } from './tiles';
import { useAccountActions } from './use-account-actions';

/** Shows one account: its figures, health, tasks, webhooks, scopes, token and audit log, with the actions on it. */
export function AccountPage() {
  const { accountId = '' } = useParams<{ accountId?: string }>();
  return accountId === '' ? <NoAccount /> : <Account accountId={accountId} />;
}

/** The page without an account. Its buttons say that none is specified. */
function NoAccount() {
  const actions = useAccountActions('', () => undefined);
  return (
    <OperatorPage title={text.title}>
      <div className="flex flex-col gap-5">
        <Notice tone="warn" title={text.noAccount}>
          {text.noAccountHint}
        </Notice>
        <ActionButtons actions={actions} shopifyAccess squareAccess />
      </div>
    </OperatorPage>
  );
}

function Account({ accountId }: { readonly accountId: string }) {
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: accountAtom,
    key: accountId,
    label: 'getting account detail',
    make: (_, options) => operators.admin.adminGetAccount({ id: accountId }, options),
  });
  const detail = latest(loaded.remote);
  if (detail === null) {
    return (
      <OperatorPage title={text.title} lead={operatorText.account(accountId)}>
        <Panel>
          <Unloaded loaded={loaded} title={text.failed} safe={operatorText.nothingChanged} rows={9} height="h-16" />
        </Panel>
      </OperatorPage>
    );
  }
  return <LoadedAccount accountId={accountId} detail={detail} onChanged={loaded.reload} />;
}

interface LoadedAccountProps {
  readonly accountId: string;
  readonly detail: AccountDetail;
  readonly onChanged: () => void;
}

function LoadedAccount({ accountId, detail, onChanged }: LoadedAccountProps) {
  const operators = useOperatorApi();
  const health = useLoad({
    atom: healthAtom,
    key: accountId,
    label: 'getting account health',
    make: (_, options) => operators.operations.getAccountHealth({ id: accountId }, options),
  });
  const tasks = useLoad({
    atom: tasksAtom,
    key: accountId,
    label: 'getting account tasks',
    make: (_, options) => operators.operations.getAccountTasks({ id: accountId }, options),
  });
  const active = hasActiveTask(latest(tasks.remote)?.tasks ?? []);
  const { reload: reloadTasks } = tasks;
  const onActionDone = useCallback(() => {
    onChanged();
    reloadTasks();
  }, [onChanged, reloadTasks]);
  useInterval(tasks.remote.state === 'failed' ? FAILED_MS : active ? ACTIVE_MS : IDLE_MS, reloadTasks);
  useInterval(health.remote.state === 'failed' ? FAILED_MS : IDLE_MS, health.reload);
  const actions = useAccountActions(accountId, onActionDone);
  const { domain = '', email = '' } = detail.summary ?? {};
  const now = Date.now();
  return (
    <OperatorPage
      title={domain}
      lead={text.lead(accountId, email)}
      actions={
        <>
          <ButtonLink href={accountWebhooksPath(accountId)}>{text.receivedWebhooks}</ButtonLink>
          <ButtonLink href={pausesPath(accountId)}>{text.pauseChanges}</ButtonLink>
          <ButtonLink external href={exportPath(accountId)}>
            {text.exportData}
          </ButtonLink>
          <ImpersonateButton domain={domain} />
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <ActionButtons actions={actions} shopifyAccess={detail.shopifyAccess} squareAccess={detail.squareAccess} />
        <Tiles detail={detail} now={now} />
        <div className="grid items-start gap-5 lg:grid-cols-2 [&>*]:min-w-0">
          <HealthPanel accountId={accountId} loaded={health} now={now} />
          <TasksPanel loaded={tasks} now={now} />
        </div>
        <Sections accountId={accountId} owner={{ domain, merchantId: detail.squareMerchantId ?? '' }} />
        <div>
          <DeleteAccount
            domain={domain}
            make={(shopDomain) => (_, options) => operators.operations.deleteAccount({ id: accountId, shopDomain }, options)}
            onDone={onActionDone}
          />
        </div>
      </div>
    </OperatorPage>
  );
}

/** The button that starts an impersonation. While it lasts the button only says so. */
function ImpersonateButton({ domain }: { readonly domain: string }) {
  const session = latest(useAtomValue(sessionAtom));
  const impersonate = useImpersonate();
  const impersonating = session !== null && isImpersonating(session) && session.shopifyDomain === domain;
  return (
    <Button kind="primary" aria-disabled={impersonating} icon={<VenetianMask size={16} />} onClick={() => impersonate(domain)}>
      {impersonating ? text.impersonating : text.impersonate}
    </Button>
  );
}
