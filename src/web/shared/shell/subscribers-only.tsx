import { ShieldCheck } from 'lucide-react';
import type { ComponentType } from 'react';

import { ButtonLink } from '../components/button';
import { EmptyState } from '../components/empty-state';
import { Page, Panel } from '../components/page';
import { operatorPaths, paths } from '../paths';
import { useAtomValue } from '../state/jotai';
import { latest } from '../state/remote';
import { isUnsubscribedOperator, sessionAtom, statusAtom } from '../state/session';
import { shellText } from './shell.text';

const text = shellText.noSubscription;

/**
 * Wraps a page whose calls require a subscription. Merchants without one are sent to onboarding before; an operator without one
 * sees why there is nothing to show, with links to the operator pages.
 */
export function subscribersOnly(Screen: ComponentType): ComponentType {
  return function SubscribersOnly() {
    const user = latest(useAtomValue(sessionAtom));
    const status = latest(useAtomValue(statusAtom));
    return isUnsubscribedOperator(user, status, Date.now()) ? <NoSubscription /> : <Screen />;
  };
}

function NoSubscription() {
  return (
    <Page title={text.title}>
      <Panel>
        <EmptyState
          icon={ShieldCheck}
          title={text.headline}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <ButtonLink kind="primary" href={paths.admin}>
                {text.customers}
              </ButtonLink>
              <ButtonLink href={operatorPaths.alerts}>{text.alerts}</ButtonLink>
              <ButtonLink href={paths.onboard}>{text.setUp}</ButtonLink>
            </span>
          }
        >
          {text.advice}
        </EmptyState>
      </Panel>
    </Page>
  );
}
