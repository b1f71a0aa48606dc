import { Link } from 'wouter';

import { SOURCES, sourceName, type Source } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import { ButtonLink, textLink } from '../../shared/components/button';
import { Fact, Facts } from '../../shared/components/facts';
import { Page, Panel } from '../../shared/components/page';
import { PageSkeleton } from '../../shared/components/page-skeleton';
import { StatusBadge } from '../../shared/components/status-badge';
import { formatDay } from '../../shared/dates';
import { paths, platformPath, SIGN_OUT } from '../../shared/paths';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { sessionAtom, statusAtom } from '../../shared/state/session';

/** Who is signed in, what the account has, and where each of it is changed. */
export function AccountPage() {
  const session = latest(useAtomValue(sessionAtom));
  const status = latest(useAtomValue(statusAtom));
  if (session === null || status === null) return <PageSkeleton />;
  return (
    <Page
      width="text"
      title="My Account"
      lead="Who is signed in, and what this account has."
      actions={
        <ButtonLink external href={SIGN_OUT}>
          Sign out
        </ButtonLink>
      }
    >
      <div className="flex flex-col gap-5">
        <Panel title="Account">
          <Facts>
            <Fact name="Account Name">
              {session.accountName === '' ? '–' : session.accountName} <Change href={paths.settings} what="account name" />
            </Fact>
            <Fact name="Shop">{session.shopifyDomain}</Fact>
            <Fact name="Email">{session.email === '' ? '–' : session.email}</Fact>
            {status.billingMode !== 'none' && (
              <Fact name="Subscription">
                {subscriptionWord(status)} <Change href={paths.subscription} what="subscription" />
              </Fact>
            )}
          </Facts>
        </Panel>
        <Panel title="Connections">
          <Facts>
            {SOURCES.map((source) => (
              <Fact key={source} name={sourceName(source)}>
                <span className="inline-flex flex-wrap items-baseline justify-end gap-x-3">
                  <Access source={source} status={status} />
                  <Change href={platformPath(source)} what={`${sourceName(source)} connection`} />
                </span>
              </Fact>
            ))}
            <Fact name="Locations">
              {status.hasMappedLocations ? 'Joined' : 'Not joined yet'} <Change href={paths.locations} what="locations" />
            </Fact>
          </Facts>
        </Panel>
      </div>
    </Page>
  );
}

function Change({ href, what }: { readonly href: string; readonly what: string }) {
  return (
    <Link href={href} className={`${textLink} ml-2`}>
      Change<span className="sr-only"> the {what}</span>
    </Link>
  );
}

function Access({ source, status }: { readonly source: Source; readonly status: AccountStatus }) {
  const [access, name] = source === 'shopify' ? [status.shopifyAccess, status.shopifyName] : [status.squareAccess, status.squareName];
  return (
    <>
      {name !== '' && <span>{name}</span>}
      <StatusBadge okay={access}>{access ? 'Connected' : 'Not connected'}</StatusBadge>
    </>
  );
}

/** How the subscription stands; access that was paid for is named with its end. */
function subscriptionWord({ isSubscribed, accessEnds }: AccountStatus): string {
  if (isSubscribed) return 'Active';
  const end = formatDay(accessEnds);
  return end === '' || Date.parse(accessEnds) <= Date.now() ? 'Inactive' : `Inactive, access until ${end}`;
}
