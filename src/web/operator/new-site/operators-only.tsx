import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import { ButtonLink } from '../../shared/components/button';
import { EmptyState } from '../../shared/components/empty-state';
import { Page, Panel } from '../../shared/components/page';
import { PageSkeleton } from '../../shared/components/page-skeleton';
import { newSitePaths } from '../../shared/paths';
import { sharedText } from '../../shared/shared.text';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { isOperator, sessionAtom } from '../../shared/state/session';
import { text } from './new-site.text';

interface OperatorsOnlyProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Shows a page to operators, and to other users that it is for operators only. The server checks this as well. */
export function OperatorsOnly({ title, children }: OperatorsOnlyProps) {
  const session = latest(useAtomValue(sessionAtom));
  if (session === null) return <PageSkeleton />;
  return (
    <Page title={title}>
      {isOperator(session) ? (
        children
      ) : (
        <Panel>
          <EmptyState
            icon={ShieldCheck}
            title={text.operatorsOnly.title}
            action={<ButtonLink href={newSitePaths.dashboard}>{sharedText.goToDashboard}</ButtonLink>}
          >
            {text.operatorsOnly.explanation(session.shopifyDomain)}
          </EmptyState>
        </Panel>
      )}
    </Page>
  );
}
