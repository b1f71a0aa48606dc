import { lazy, Suspense, useState } from 'react';

import type { SessionData } from '../../../gen/sh/session_pb';
import { isImpersonating, isOperator } from '../state/session';
import type { MenuPlaces } from './account-menu';
import { MenuButton } from './menu-button';

const loadMenu = () => import('./account-menu');
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }));

interface TopMenuProps {
  /** Null while it loads. */
  readonly session: SessionData | null;
  readonly places: MenuPlaces;
}

/** The account's menu. Its parts weigh more than the rest of the first page, so they come when the pointer, focus or a press asks for them. */
export function TopMenu({ session, places }: TopMenuProps) {
  const [wanted, setWanted] = useState(false);
  const impersonating = session !== null && isImpersonating(session);
  const name = session === null ? null : session.accountName === '' ? session.shopifyDomain : session.accountName;
  const button = (
    <MenuButton
      name={name}
      impersonating={impersonating}
      leads={places === 'merchant'}
      aria-haspopup="menu"
      aria-expanded={wanted}
      disabled={session === null}
      onPointerEnter={() => void loadMenu().catch(() => undefined)}
      onFocus={() => void loadMenu().catch(() => undefined)}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted || session === null || name === null) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu
        name={name}
        detail={session.email === '' ? session.shopifyDomain : session.email}
        impersonating={impersonating}
        operator={isOperator(session)}
        places={places}
      />
    </Suspense>
  );
}
