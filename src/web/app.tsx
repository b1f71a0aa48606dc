import { lazy, Suspense } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';

import { SignInPage } from './merchant/sign-in/sign-in-page';
import {
  AccountPage,
  BulkChangePage,
  BulkChangesPage,
  ConnectionPage,
  ConnectionsPage,
  DashboardPage,
  HelpPage,
  HistoryPage,
  InventoryPage,
  IssuesPage,
  LinkingPage,
  LocationPage,
  LocationsPage,
  NotFoundPage,
  OnboardingPage,
  OperatorScreens,
  PlatformPage,
  PrivacyPage,
  SelfTestPage,
  SettingsPage,
  SubscriptionPage,
  TermsPage,
  TimelinePage,
  VerifyAccessPage,
} from './routes';
import { ErrorPanel } from './shared/components/error-panel';
import { LoadingBadge } from './shared/components/loading-badge';
import { PageSkeleton } from './shared/components/page-skeleton';
import { ToastRegion } from './shared/components/toast-region';
import { paths, platformPath } from './shared/paths';
import { CrashGuard } from './shared/shell/crash-guard';
import { Shell } from './shared/shell/shell';
import { shellText } from './shared/shell/shell.text';
import { useAtomValue, useSetAtom } from './shared/state/jotai';
import { usePlainSearch } from './shared/state/plain-search';
import { useStatusPolling } from './shared/state/polling';
import { latest } from './shared/state/remote';
import { decideGate, sessionAtom, statusAtom, nudgeStatusAtom } from './shared/state/session';
import { useSession } from './shared/state/start';
import { useTelemetry } from './shared/state/telemetry';

/** The new site has its own shell and reuses some pages of `routes`. */
const NewSite = lazy(async () => ({ default: (await import('./new-site')).NewSite }));

/** The app: loads the session, and shows sign-in, onboarding or the page at the current path. */
export function App() {
  const restart = useSession();
  const session = useAtomValue(sessionAtom);
  const signedIn = (latest(session)?.shopifyDomain ?? '') !== '';
  useStatusPolling(signedIn);
  const [path] = useLocation();
  useTelemetry(path);
  return (
    <Router searchHook={usePlainSearch}>
      <CrashGuard resetKey={path}>
        <Gated restart={restart} />
      </CrashGuard>
      <LoadingBadge />
      <ToastRegion />
    </Router>
  );
}

function Gated({ restart }: { readonly restart: () => void }) {
  const session = useAtomValue(sessionAtom);
  const status = useAtomValue(statusAtom);
  const nudge = useSetAtom(nudgeStatusAtom);
  const [path] = useLocation();
  const user = latest(session);
  const gate = decideGate(session, status, Date.now());
  switch (gate) {
    case 'sign-in':
      return (
        <Suspense fallback={null}>
          <Switch>
            <Route path={paths.privacy} component={PrivacyPage} />
            <Route path={paths.terms} component={TermsPage} />
            <Route component={SignInPage} />
          </Switch>
        </Suspense>
      );
    case 'failed': {
      const source = session.state === 'failed' ? session : status;
      return (
        <Shell session={user} full={false}>
          {source.state === 'failed' && (
            <ErrorPanel
              title={shellText.loadFailed}
              failure={source.failure}
              onRetry={() => (session.state === 'failed' ? restart() : nudge())}
            />
          )}
        </Shell>
      );
    }
    case 'loading':
    case 'onboarding':
    case 'app':
      if (gate !== 'onboarding' && /^\/new(?:\/|$)/u.test(path)) {
        return (
          <Suspense fallback={null}>
            <NewSite ready={gate === 'app'} />
          </Suspense>
        );
      }
      return (
        <Shell session={user} full={gate === 'app'}>
          {/* The menu stays when a page crashes or its code cannot be loaded. */}
          <CrashGuard resetKey={path}>
            <Suspense fallback={<PageSkeleton />}>{gate === 'loading' ? <PageSkeleton /> : <Pages full={gate === 'app'} />}</Suspense>
          </CrashGuard>
        </Shell>
      );
  }
}

function Pages({ full }: { readonly full: boolean }) {
  if (!full) {
    return (
      <Switch>
        <Route path={paths.onboard} component={OnboardingPage} />
        <Route path={paths.privacy} component={PrivacyPage} />
        <Route path={paths.terms} component={TermsPage} />
        <Route>
          <Redirect to={paths.onboard} replace />
        </Route>
      </Switch>
    );
  }
  return (
    <Switch>
      <Route path={paths.onboard} component={OnboardingPage} />
      <Route path="/" component={DashboardPage} />
      <Route path={`${paths.dashboard}/*?`} component={DashboardPage} />
      <Route path="/login" component={DashboardPage} />
      <Route path="/shopify/index" component={DashboardPage} />
      <Route path="/square/index" component={DashboardPage} />
      <Route path={paths.inventory} component={InventoryPage} />
      <Route path={paths.issues} component={IssuesPage} />
      <Route path={paths.locations} component={LocationsPage} />
      <Route path="/location/:locationId" component={LocationPage} />
      <Route path={paths.history} component={HistoryPage} />
      <Route path={paths.timeline} component={TimelinePage} />
      <Route path={paths.linking} component={LinkingPage} />
      <Route path={paths.bulkChanges} component={BulkChangesPage} />
      <Route path={`${paths.bulkChanges}/:id`} component={BulkChangePage} />
      <Route path={paths.settings} component={SettingsPage} />
      <Route path={paths.subscription} component={SubscriptionPage} />
      <Route path={paths.account} component={AccountPage} />
      <Route path={paths.connections} component={ConnectionsPage} />
      <Route path="/connection/:connectionId" component={ConnectionPage} />
      <Route path={platformPath('shopify')} component={PlatformPage} />
      <Route path={platformPath('square')} component={PlatformPage} />
      <Route path={paths.verifyAccess} component={VerifyAccessPage} />
      <Route path={paths.selfTest} component={SelfTestPage} />
      <Route path={paths.help} component={HelpPage} />
      <Route path={paths.privacy} component={PrivacyPage} />
      <Route path={paths.terms} component={TermsPage} />
      <Route path={`${paths.admin}/*?`} component={OperatorScreens} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}
