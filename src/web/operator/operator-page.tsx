import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

import { cx } from '../shared/components/class-names';
import { Page } from '../shared/components/page';
import { WritePausesNotice } from '../shared/components/write-pauses-notice';
import { newSitePaths, operatorPaths, paths } from '../shared/paths';
import { operatorText } from './operator.text';

const PAGES: readonly { readonly label: string; readonly href: string }[] = [
  { label: operatorText.nav.fleet, href: paths.admin },
  { label: operatorText.nav.alerts, href: operatorPaths.alerts },
  { label: operatorText.nav.deadLetters, href: operatorPaths.deadLetters },
  { label: operatorText.nav.pauses, href: operatorPaths.pauses },
  { label: operatorText.nav.auditLog, href: operatorPaths.audit },
  { label: operatorText.nav.customers, href: `${newSitePaths.admin}?tab=customers` },
  { label: operatorText.nav.tasks, href: `${newSitePaths.admin}?tab=tasks` },
];

interface OperatorPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Frames an operator page: the navigation of the operator area above a page. */
export function OperatorPage({ title, lead, actions, children }: OperatorPageProps) {
  const [path] = useLocation();
  return (
    <>
      <nav aria-label={operatorText.nav.label} className="border-b border-line bg-surface">
        <ul className="mx-auto flex max-w-6xl gap-1 overflow-x-auto px-2 sm:px-4">
          {PAGES.map(({ label, href }) => {
            const current = path === href;
            return (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={current ? 'page' : undefined}
                  className={cx(
                    'inline-flex h-10 items-center rounded-md px-2 text-sm font-medium whitespace-nowrap no-underline -outline-offset-2',
                    current ? 'text-accent' : 'text-muted hover:text-ink',
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
