import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

import type { SessionData } from '../../../gen/sh/session_pb';
import { BarTitleContext } from '../components/page';
import { BrandMark } from '../components/platform-glyph';
import { newSitePaths } from '../paths';
import { sharedText } from '../shared.text';
import { isOperator } from '../state/session';
import { Footer } from './footer';
import { NewSiteMenu } from './new-site-menu';
import { NewSiteNav, titleAt } from './new-site-nav';
import { Notices, SkipLink } from './shell-parts';
import { TopMenu } from './top-menu';
import { usePageFocus } from './use-page-focus';

interface NewSiteShellProps {
  /** Null while it loads. */
  readonly session: SessionData | null;
  /** False while session and account status load. */
  readonly ready: boolean;
  readonly children: ReactNode;
}

/** The frame of every page of the new site: sidebar, top bar with title and menu, notices and footer. */
export function NewSiteShell({ session, ready, children }: NewSiteShellProps) {
  usePageFocus('content');
  const [path] = useLocation();
  const title = titleAt(path);
  const operator = session !== null && isOperator(session);
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <div className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r border-line bg-surface lg:flex">
        <Link
          href={newSitePaths.dashboard}
          className="flex h-14 shrink-0 items-center gap-2.5 border-b border-line px-5 text-lg font-semibold tracking-tight no-underline"
        >
          <BrandMark />
          {sharedText.brand}
        </Link>
        <NewSiteNav operator={operator} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 flex h-14 shrink-0 items-center gap-3 border-b border-line bg-surface px-4 sm:px-6">
          <NewSiteMenu operator={operator} />
          <h1 className="min-w-0 flex-1 truncate text-lg font-semibold tracking-tight">{title}</h1>
          <TopMenu session={session} links="new-site" />
        </header>
        <Notices session={session} accountStatus={ready} />
        {/* As high as the window, so that the footer does not move into or out of sight while a page loads. */}
        <main id="content" className="min-h-[calc(100dvh-3.5rem)] outline-none" tabIndex={-1}>
          <BarTitleContext value={title}>{children}</BarTitleContext>
        </main>
        <Footer help={newSitePaths.help} />
      </div>
    </div>
  );
}
