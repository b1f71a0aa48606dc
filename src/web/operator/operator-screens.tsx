import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';

import { PageSkeleton } from '../shared/components/page-skeleton';
import { operatorPaths, paths } from '../shared/paths';
import { useAtomValue } from '../shared/state/jotai';
import { latest } from '../shared/state/remote';
import { isOperator, sessionAtom } from '../shared/state/session';

const FleetPage = lazy(async () => ({ default: (await import('./fleet/fleet-page')).FleetPage }));
const AccountPage = lazy(async () => ({ default: (await import('./account/account-page')).AccountPage }));
const PayloadsPage = lazy(async () => ({ default: (await import('./account/payloads-page')).PayloadsPage }));
const AuditPage = lazy(async () => ({ default: (await import('./audit/audit-page')).AuditPage }));
const AlertsPage = lazy(async () => ({ default: (await import('./alerts/alerts-page')).AlertsPage }));
const DeadLettersPage = lazy(async () => ({ default: (await import('./dead-letters/dead-letters-page')).DeadLettersPage }));
const PausesPage = lazy(async () => ({ default: (await import('./pauses/pauses-page')).PausesPage }));
const NotFound = lazy(async () => ({ default: (await import('../shared/components/not-found-page')).NotFoundPage }));

/** Routes the operator pages within the merchant's shell. Other users get 'not found' at these addresses. */
export function OperatorScreens() {
  const session = latest(useAtomValue(sessionAtom));
  if (session === null || !isOperator(session)) return <NotFound />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Switch>
        <Route path={paths.admin} component={FleetPage} />
        <Route path={`${paths.admin}/account/:accountId?`} component={AccountPage} />
        <Route path={`${paths.admin}/account/:accountId/webhooks`} component={PayloadsPage} />
        <Route path={operatorPaths.audit} component={AuditPage} />
        <Route path={operatorPaths.alerts} component={AlertsPage} />
        <Route path={operatorPaths.deadLetters} component={DeadLettersPage} />
        <Route path={operatorPaths.pauses} component={PausesPage} />
        <Route component={NotFound} />
      </Switch>
    </Suspense>
  );
}
