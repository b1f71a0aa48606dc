import { Link } from 'wouter';

import { SOURCES, sourceName, type Source } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import { ButtonLink, textLink } from '../../shared/components/button';
import { DeleteAccount } from '../../shared/components/delete-account';
import { Fact, Facts } from '../../shared/components/facts';
import { Page, Panel } from '../../shared/components/page';
import { PageSkeleton } from '../../shared/components/page-skeleton';
import { StatusBadge } from '../../shared/components/status-badge';
import { formatDay } from '../../shared/dates';
import { exportPath, paths, platformPath, SIGN_OUT } from '../../shared/paths';
import { useAtomValue, useStore } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { endSession, isImpersonating, sessionAtom, statusAtom } from '../../shared/state/session';
import { text } from './settings.text';

const { account } = text;

/** Shows the signed-in account, its subscription and its connections, with links to change them. */
export function AccountPage() {
  const session = latest(useAtomValue(sessionAtom));
  const status = latest(useAtomValue(statusAtom));
  const store = useStore();
  if (session === null || status === null) return <PageSkeleton />;
  return (
    <Page
      width="text"
      title={account.title}
      lead={account.lead}
      actions={
        <ButtonLink external href={SIGN_OUT}>
          {account.signOut}
        </ButtonLink>
      }
    >
      <div className="flex flex-col gap-5">
        <Panel title={account.panel}>
          <Facts>
            <Fact name={text.accountName}>
              {session.accountName === '' ? '–' : session.accountName} <Change href={paths.settings} what={account.changeName} />
            </Fact>
            <Fact name={account.shop}>{session.shopifyDomain}</Fact>
            <Fact name={account.email}>{session.email === '' ? '–' : session.email}</Fact>
            {status.billingMode !== 'none' && (
              <Fact name={account.subscription}>
                {subscriptionStatus(status)} <Change href={paths.subscription} what={account.changeSubscription} />
              </Fact>
            )}
          </Facts>
        </Panel>
        <Panel title={account.connections}>
          <Facts>
            {SOURCES.map((source) => (
              <Fact key={source} name={sourceName(source)}>
                <span className="inline-flex flex-wrap items-baseline justify-end gap-x-3">
                  <Access source={source} status={status} />
                  <Change href={platformPath(source)} what={account.changeConnection(sourceName(source))} />
                </span>
              </Fact>
            ))}
            <Fact name={account.locations}>
              {status.hasMappedLocations ? account.paired : account.notPaired}{' '}
              <Change href={paths.locations} what={account.changeLocations} />
            </Fact>
          </Facts>
        </Panel>
        <Panel title={account.data}>
          <div className="flex flex-col items-start gap-4 p-4">
            <p className="max-w-prose text-sm text-muted">{account.dataHint}</p>
            <div className="flex flex-wrap gap-2">
              <ButtonLink external href={exportPath(session.accountId)}>
                {account.download}
              </ButtonLink>
              {!isImpersonating(session) && (
                <DeleteAccount
                  domain={session.shopifyDomain}
                  make={(shopDomain) => (api) => api.account.deleteAccount({ id: '', shopDomain })}
                  onDone={() => endSession(store)}
                />
              )}
            </div>
          </div>
        </Panel>
      </div>
    </Page>
  );
}

function Change({ href, what }: { readonly href: string; readonly what: string }) {
  return (
    <Link href={href} className={`${textLink} ml-2`}>
      {account.change}
      <span className="sr-only"> {what}</span>
    </Link>
  );
}

function Access({ source, status }: { readonly source: Source; readonly status: AccountStatus }) {
  const [access, name] = source === 'shopify' ? [status.shopifyAccess, status.shopifyName] : [status.squareAccess, status.squareName];
  return (
    <>
      {name !== '' && <span>{name}</span>}
      <StatusBadge okay={access}>{access ? account.connected : account.notConnected}</StatusBadge>
    </>
  );
}

/** Returns the status of the subscription, with the end of the access that was already paid for. */
function subscriptionStatus({ isSubscribed, accessEnds }: AccountStatus): string {
  if (isSubscribed) return account.active;
  const end = formatDay(accessEnds);
  return end === '' || Date.parse(accessEnds) <= Date.now() ? account.inactive : account.inactiveUntil(end);
}
