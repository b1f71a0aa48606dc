import { Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';

import { ConnectionsPage } from './merchant/connections/new-site-connections-page';
import { AdminPage } from './operator/new-site/admin-page';
import { ExternalShopifyPage } from './operator/new-site/external-shopify-page';
import { ExternalSquarePage } from './operator/new-site/external-square-page';
import { AccountPage, DashboardPage, HelpPage, LocationsPage, NotFoundPage, OnboardingPage, SettingsPage } from './routes';
import { PageSkeleton } from './shared/components/page-skeleton';
import { newPaths } from './shared/paths';
import { NewAreaShell } from './shared/shell/new-site-shell';
import { useAtomValue } from './shared/state/jotai';
import { latest } from './shared/state/remote';
import { sessionAtom } from './shared/state/session';

/**
 * The newer area: its own shell around pages of its own, and around those that the merchant's site has in full already. Loaded
 * when it is first opened. `ready` is false while it is not known yet who is there.
 */
export function NewArea({ ready }: { readonly ready: boolean }) {
  const session = latest(useAtomValue(sessionAtom));
  return (
    <NewAreaShell session={session} ready={ready}>
      <Suspense fallback={<PageSkeleton />}>
        {ready ? (
          <Switch>
            <Route path="/new">
              <Redirect to={newPaths.dashboard} replace />
            </Route>
            <Route path={newPaths.onboard} component={OnboardingPage} />
            <Route path={newPaths.dashboard} component={DashboardPage} />
            <Route path={newPaths.connections} component={ConnectionsPage} />
            <Route path={newPaths.locations} component={LocationsPage} />
            <Route path={newPaths.account} component={AccountAndSettings} />
            <Route path={newPaths.help} component={HelpPage} />
            <Route path={newPaths.admin} component={AdminPage} />
            <Route path={newPaths.externalShopify} component={ExternalShopifyPage} />
            <Route path={newPaths.externalSquare} component={ExternalSquarePage} />
            <Route component={NotFoundPage} />
          </Switch>
        ) : (
          <PageSkeleton />
        )}
      </Suspense>
    </NewAreaShell>
  );
}

/** What the account is, and below it what can be set: two pages of the merchant's site as one. */
function AccountAndSettings() {
  return (
    <div className="[&>:first-child]:pb-0">
      <AccountPage />
      <SettingsPage />
    </div>
  );
}
