import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import { ButtonLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { Page, Panel } from '../../shared/components/page';
import { PageSkeleton } from '../../shared/components/page-skeleton';
import { newSitePaths } from '../../shared/paths';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { isOperator, sessionAtom } from '../../shared/state/session';

interface ForOperatorsProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Shows a page to operators alone; to others it says so. The server refuses them all the same. */
export function ForOperators({ title, children }: ForOperatorsProps) {
  const session = latest(useAtomValue(sessionAtom));
  if (session === null) return <PageSkeleton />;
  return (
    <Page title={title}>
      {isOperator(session) ? (
        children
      ) : (
        <Panel>
          <EmptyState
            icon={<ShieldCheck size={22} aria-hidden="true" />}
            title="This page is for operators."
            action={<ButtonLink href={newSitePaths.dashboard}>Go to the dashboard</ButtonLink>}
          >
            {session.shopifyDomain} is signed in, which is not an operator’s shop. Nothing is missing from your own account.
          </EmptyState>
        </Panel>
      )}
    </Page>
  );
}
