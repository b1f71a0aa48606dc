import { lazy, Suspense, useState } from 'react';

import type { SessionData } from '../../../gen/sh/session_pb';
import { isImpersonating, isOperator } from '../state/session';
import type { MenuLinks } from './account-menu';
import { MenuButton } from './menu-button';

const loadMenu = () => import('./account-menu');
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }));

interface TopMenuProps {
  /** Null while it loads. */
  readonly session: SessionData | null;
  readonly links: MenuLinks;
}

/** The account menu with its button. Its code is larger than the rest of the first page, so it loads on hover, focus or press. */
export function TopMenu({ session, links }: TopMenuProps) {
  const [requested, setRequested] = useState(false);
  const impersonating = session !== null && isImpersonating(session);
  const name = session === null ? null : session.accountName === '' ? session.shopifyDomain : session.accountName;
  const button = (
    <MenuButton
      name={name}
      impersonating={impersonating}
      isNavigation={links === 'merchant'}
      aria-haspopup="menu"
      aria-expanded={requested}
      disabled={session === null}
      onPointerEnter={() => void loadMenu().catch(() => undefined)}
      onFocus={() => void loadMenu().catch(() => undefined)}
      onClick={() => setRequested(true)}
    />
  );
  if (!requested || session === null || name === null) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu
        name={name}
        detail={session.email === '' ? session.shopifyDomain : session.email}
        impersonating={impersonating}
        operator={isOperator(session)}
        links={links}
      />
    </Suspense>
  );
}
