import { TriangleAlert } from 'lucide-react';
import { Link, useLocation } from 'wouter';

import { SOURCES, sourceName } from '../../../domain/source';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import { touchTarget, textLink } from '../components/button';
import { newSitePaths, paths, platformPath } from '../paths';
import { useAtomValue } from '../state/jotai';
import { describeProblems } from '../state/problems';
import { latest } from '../state/remote';
import { statusAtom } from '../state/session';

/** Why the numbers in sight may not be kept in step now, and where that is mended. */
export interface AccountNotice {
  readonly text: string;
  readonly link: { readonly label: string; readonly href: string };
}

/** The most urgent thing that keeps stock from being in step; null when nothing does, or before there is anything to keep in step. */
export function decideAccountNotice(status: AccountStatus): AccountNotice | null {
  if (!status.hasMappedLocations) return null;
  for (const source of SOURCES) {
    const access = source === 'shopify' ? status.shopifyAccess : status.squareAccess;
    const name = sourceName(source);
    if (!access) {
      return {
        text: `${name} is not connected: its numbers are the last that were known, and nothing is sent.`,
        link: { label: `Connect ${name}`, href: platformPath(source) },
      };
    }
  }
  if (!status.autoSync) {
    return {
      text: 'Auto-sync is off: changes are counted, and wait until you turn it on.',
      link: { label: 'Settings', href: paths.settings },
    };
  }
  const text = describeProblems(status);
  if (text === '') return null;
  return { text, link: { label: 'Verify access', href: paths.verifyAccess } };
}

/** Says above every screen with numbers why these may not be right; the dashboard says it in its own first sentence. */
export function AccountStatusNotice() {
  const status = latest(useAtomValue(statusAtom));
  const [path] = useLocation();
  const standing = status === null || isDashboard(path) ? null : decideAccountNotice(status);
  if (standing === null || standing.link.href === path) return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 border-b border-warn-line bg-warn-soft px-4 py-1.5 text-center text-sm"
    >
      <TriangleAlert size={15} aria-hidden="true" className="shrink-0 text-warn" />
      <span className="min-w-0 max-sm:flex max-sm:gap-2">
        <span className="max-sm:min-w-0 max-sm:truncate" title={standing.text}>
          {standing.text}
        </span>{' '}
        <Link href={standing.link.href} className={`${textLink} ${touchTarget} max-sm:shrink-0`}>
          {standing.link.label}
        </Link>
      </span>
    </p>
  );
}

function isDashboard(path: string): boolean {
  return (
    path === '/' ||
    path.startsWith(paths.dashboard) ||
    [paths.onboard, newSitePaths.dashboard, newSitePaths.onboard].some((own) => own === path)
  );
}
