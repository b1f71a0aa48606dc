import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';

import { ConnectionsPage } from './merchant/connections/new-site-connections-page';
import { AccountPage, DashboardPage, HelpPage, LocationsPage, NotFoundPage, OnboardingPage, SettingsPage } from './routes';
import { PageSkeleton } from './shared/components/page-skeleton';
import { newSitePaths } from './shared/paths';
import { NewSiteShell } from './shared/shell/new-site-shell';
import { useAtomValue } from './shared/state/jotai';
import { latest } from './shared/state/remote';
import { sessionAtom } from './shared/state/session';

const AdminPage = lazy(async () => ({ default: (await import('./operator/new-site/admin-page')).AdminPage }));
const ExternalShopifyPage = lazy(async () => ({
  default: (await import('./operator/new-site/external-shopify-page')).ExternalShopifyPage,
}));
const ExternalSquarePage = lazy(async () => ({ default: (await import('./operator/new-site/external-square-page')).ExternalSquarePage }));

/**
 * The new site: its own shell around its own pages and around pages of the merchant's site. Loaded on first use. `ready` is false
 * while session and account status load.
 */
export function NewSite({ ready }: { readonly ready: boolean }) {
  const session = latest(useAtomValue(sessionAtom));
  return (
    <NewSiteShell session={session} ready={ready}>
      <Suspense fallback={<PageSkeleton />}>
        {ready ? (
          <Switch>
            <Route path="/new">
              <Redirect to={newSitePaths.dashboard} replace />
            </Route>
            <Route path={newSitePaths.onboard} component={OnboardingPage} />
            <Route path={newSitePaths.dashboard} component={DashboardPage} />
            <Route path={newSitePaths.connections} component={ConnectionsPage} />
            <Route path={newSitePaths.locations} component={LocationsPage} />
            <Route path={newSitePaths.account} component={AccountAndSettings} />
            <Route path={newSitePaths.help} component={HelpPage} />
            <Route path={newSitePaths.admin} component={AdminPage} />
            <Route path={newSitePaths.externalShopify} component={ExternalShopifyPage} />
            <Route path={newSitePaths.externalSquare} component={ExternalSquarePage} />
            <Route component={NotFoundPage} />
          </Switch>
        ) : (
          <PageSkeleton />
        )}
      </Suspense>
    </NewSiteShell>
  );
}

/** Renders the account page and the settings page as one. */
function AccountAndSettings() {
  return (
    <div className="[&>:first-child]:pb-0">
      <AccountPage />
      <SettingsPage />
    </div>
  );
}
