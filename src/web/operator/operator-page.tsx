import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

import { cx } from '../shared/components/class-names';
import { Page } from '../shared/components/page';
import { WritePausesNotice } from '../shared/components/write-pauses-notice';
import { newSitePaths, operatorPaths, paths } from '../shared/paths';

const PLACES: readonly { readonly label: string; readonly href: string }[] = [
  { label: 'Fleet', href: paths.admin },
  { label: 'Alerts', href: operatorPaths.alerts },
  { label: 'Dead letters', href: operatorPaths.deadLetters },
  { label: 'Pauses', href: operatorPaths.pauses },
  { label: 'Audit', href: operatorPaths.audit },
  { label: 'Customers', href: `${newSitePaths.admin}?tab=customers` },
  { label: 'Tasks', href: `${newSitePaths.admin}?tab=tasks` },
];

interface OperatorPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of an operators' page: a screen with the ways to the other ones above it. */
export function OperatorPage({ title, lead, actions, children }: OperatorPageProps) {
  const [path] = useLocation();
  return (
    <>
      <nav aria-label="Operators" className="border-b border-line bg-surface">
        <ul className="mx-auto flex max-w-6xl gap-1 overflow-x-auto px-2 sm:px-4">
          {PLACES.map(({ label, href }) => {
            const here = path === href;
            return (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={here ? 'page' : undefined}
                  className={cx(
                    'inline-flex h-10 items-center rounded-md px-2 text-sm font-medium whitespace-nowrap no-underline -outline-offset-2',
                    here ? 'text-accent' : 'text-muted hover:text-ink',
                  )}
                >
                  {label}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <Page title={title} {...(lead === undefined ? {} : { lead })} {...(actions === undefined ? {} : { actions })}>
        {path !== operatorPaths.pauses && (
          <div className="mb-4 empty:hidden">
            <WritePausesNotice />
          </div>
        )}
        {children}
      </Page>
    </>
  );
}
