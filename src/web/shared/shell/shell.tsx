import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

import type { SessionData } from '../../../gen/sh/session_pb';
import { cx } from '../components/class-names';
import { BrandMark } from '../components/platform-glyph';
import { paths } from '../paths';
import { isImpersonating } from '../state/session';
import { AccountStatusNotice } from './account-status-notice';
import { Footer } from './footer';
import { ImpersonationBar } from './impersonation-bar';
import { PauseNotice } from './pause-notice';
import { StaleNotice } from './stale-notice';
import { TopMenu } from './top-menu';
import { usePageFocus } from './use-page-focus';

const LINKS: readonly { readonly label: string; readonly href: string }[] = [
  { label: 'Dashboard', href: paths.dashboard },
  { label: 'Inventory', href: paths.inventory },
  { label: 'Issues', href: paths.issues },
  { label: 'Locations', href: paths.locations },
  { label: 'History', href: paths.history },
];

interface ShellProps {
  /** Null while it loads. */
  readonly session: SessionData | null;
  /** False while only onboarding is open to this account. */
  readonly full: boolean;
  readonly children: ReactNode;
}

/** What stands around every signed-in screen: the bar with places and menu, marks of impersonation, the footer. */
export function Shell({ session, full, children }: ShellProps) {
  usePageFocus('content');
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-70 rounded-md bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-6xl items-center gap-6 px-4 sm:px-6">
          <Link
            href={full ? paths.dashboard : paths.onboard}
            className="flex items-center gap-2.5 rounded-md text-lg font-semibold tracking-tight no-underline"
          >
            <BrandMark />
            Shelfbridge
          </Link>
          {full && <Places />}
          <div className="ml-auto">
            <TopMenu session={session} places={full ? 'merchant' : 'none'} />
          </div>
        </div>
      </header>
      {session !== null && isImpersonating(session) && <ImpersonationBar session={session} />}
      <StaleNotice />
      <PauseNotice />
      {full && <AccountStatusNotice />}
      <main id="content" className="flex-1 outline-none" tabIndex={-1}>
        {children}
      </main>
      <Footer help={full ? paths.help : null} />
    </div>
  );
}

function Places() {
  const [path] = useLocation();
  return (
    <nav aria-label="Main" className="hidden h-full items-stretch gap-1 md:flex">
      {LINKS.map(({ label, href }) => {
        const here = path.startsWith(href) || (href === paths.dashboard && path === '/');
        return (
          <Link
            key={href}
            href={href}
            aria-current={here ? 'page' : undefined}
            className={cx(
              'relative inline-flex items-center rounded-md px-2.5 font-medium no-underline transition-colors',
              here
                ? 'text-ink after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 after:rounded-full after:bg-accent'
                : 'text-muted hover:text-ink',
            )}
          >
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
