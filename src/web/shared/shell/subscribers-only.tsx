import { ShieldCheck } from 'lucide-react';
import type { ComponentType } from 'react';

import { ButtonLink } from '../components/button';
import { EmptyState } from '../components/empty-state';
import { Page, Panel } from '../components/page';
import { operatorPaths, paths } from '../paths';
import { useAtomValue } from '../state/jotai';
import { latest } from '../state/remote';
import { isUnsubscribedOperator, sessionAtom, statusAtom } from '../state/session';

/**
 * A screen whose calls are for subscribers alone. Merchants without a subscription never come here, they are led to the setup;
 * an operator is not, and is told why his own account has nothing to show, and where his work is.
 */
export function subscribersOnly(Screen: ComponentType): ComponentType {
  return function SubscribersOnly() {
    const who = latest(useAtomValue(sessionAtom));
    const status = latest(useAtomValue(statusAtom));
    return isUnsubscribedOperator(who, status, Date.now()) ? <OperatorHere /> : <Screen />;
  };
}

function OperatorHere() {
  return (
    <Page title="No subscription">
      <Panel>
        <EmptyState
          icon={<ShieldCheck size={22} aria-hidden="true" />}
          title="This account has no subscription: you are here as an operator."
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <ButtonLink kind="primary" href={paths.admin}>
                Look after customers
              </ButtonLink>
              <ButtonLink href={operatorPaths.alerts}>Alerts</ButtonLink>
              <ButtonLink href={paths.onboard}>Set up this shop</ButtonLink>
            </span>
          }
        >
          Its own stock is not kept in step, so there is nothing to show. To use Shelfbridge for this shop as well, finish its setup.
        </EmptyState>
      </Panel>
    </Page>
  );
}
