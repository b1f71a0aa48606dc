import { Compass } from 'lucide-react';

import { paths } from '../paths';
import { sharedText } from '../shared.text';
import { ButtonLink } from './button';
import { EmptyState } from './empty-state';
import { Page } from './page';

/** The page for unknown addresses. */
export function NotFoundPage() {
  return (
    <Page title={sharedText.notFoundTitle}>
      <EmptyState
        icon={Compass}
        title={sharedText.notFoundHeadline}
        action={<ButtonLink href={paths.dashboard}>{sharedText.goToDashboard}</ButtonLink>}
      >
        {sharedText.notFoundAdvice}
      </EmptyState>
    </Page>
  );
}
