import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

import type { SessionData } from '../../../gen/sh/session_pb';
import { cx } from '../components/class-names';
import { BrandMark } from '../components/platform-glyph';
import { paths } from '../paths';
import { sharedText } from '../shared.text';
import { Footer } from './footer';
import { Notices, SkipLink } from './shell-parts';
import { shellText } from './shell.text';
import { TopMenu } from './top-menu';
import { usePageFocus } from './use-page-focus';

const { pages } = shellText;

const NAV_ITEMS: readonly { readonly label: string; readonly href: string }[] = [
  { label: pages.dashboard, href: paths.dashboard },
  { label: pages.inventory, href: paths.inventory },
  { label: pages.issues, href: paths.issues },
  { label: pages.locations, href: paths.locations },
  { label: pages.history, href: paths.history },
];

interface ShellProps {
  /** Null while it loads. */
  readonly session: SessionData | null;
  /** False while the account may only see onboarding. */
  readonly full: boolean;
  readonly children: ReactNode;
}

/** The frame of every signed-in page: top bar with navigation and menu, notices and footer. */
export function Shell({ session, full, children }: ShellProps) {
  usePageFocus('content');
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-30 border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-6xl items-center gap-6 px-4 sm:px-6">
          <Link
            href={full ? paths.dashboard : paths.onboard}
            className="flex items-center gap-2.5 rounded-md text-lg font-semibold tracking-tight no-underline"
          >
            <BrandMark />
            {sharedText.brand}
          </Link>
          {full && <Nav />}
          <div className="ml-auto">
            <TopMenu session={session} links={full ? 'merchant' : 'none'} />
          </div>
        </div>
      </header>
      <Notices session={session} accountStatus={full} />
      {/* As high as the window, so that the footer does not move into or out of sight while a page loads. */}
      <main id="content" className="min-h-[calc(100dvh-3.5rem)] outline-none" tabIndex={-1}>
        {children}
      </main>
      <Footer help={full ? paths.help : null} />
    </div>
  );
}

function Nav() {
  const [path] = useLocation();
  return (
    <nav aria-label={shellText.mainNavigation} className="hidden h-full items-stretch gap-1 md:flex">
      {NAV_ITEMS.map(({ label, href }) => {
        const current = path.startsWith(href) || (href === paths.dashboard && path === '/');
        return (
          <Link
            key={href}
            href={href}
            aria-current={current ? 'page' : undefined}
            className={cx(
              'relative inline-flex items-center rounded-md px-2.5 font-medium no-underline transition-colors',
              current
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
