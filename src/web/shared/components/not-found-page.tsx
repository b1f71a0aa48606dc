import { Compass } from 'lucide-react';

import { paths } from '../paths';
import { ButtonLink } from './button';
import { EmptyState } from './empty-state';
import { Page } from './page';

/** Shown at an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Page title="404 not found">
      <EmptyState
        icon={<Compass size={22} aria-hidden="true" />}
        title="There is no page at this address."
        action={<ButtonLink href={paths.dashboard}>Go to the dashboard</ButtonLink>}
      >
        The link may be old, or the address mistyped.
      </EmptyState>
    </Page>
  );
}
