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
import { shellText } from './shell.text';

const text = shellText.accountStatus;

/** Why stock may not be in sync, and the page that fixes it. */
export interface AccountNotice {
  readonly text: string;
  readonly link: { readonly label: string; readonly href: string };
}

/** Returns the most urgent reason why stock does not sync; null when there is none, or before locations are paired. */
export function decideAccountNotice(status: AccountStatus): AccountNotice | null {
  if (!status.hasMappedLocations) return null;
  for (const source of SOURCES) {
    const access = source === 'shopify' ? status.shopifyAccess : status.squareAccess;
    const name = sourceName(source);
    if (!access) {
      return {
        text: text.notConnected(name),
        link: { label: text.connect(name), href: platformPath(source) },
      };
    }
  }
  if (status.watchingSince !== '') return { text: text.watching, link: { label: text.openDashboard, href: paths.dashboard } };
  if (!status.autoSync) {
    return {
      text: text.autoSyncOff,
      link: { label: text.openSettings, href: paths.settings },
    };
  }
  const problems = describeProblems(status);
  return problems === '' ? null : { text: problems, link: { label: text.verifyAccess, href: paths.verifyAccess } };
}

/** Shows above every page why stock may not be in sync; the dashboard shows that in its own summary. */
export function AccountStatusNotice() {
  const status = latest(useAtomValue(statusAtom));
  const [path] = useLocation();
  const notice = status === null || isDashboard(path) ? null : decideAccountNotice(status);
  if (notice === null || notice.link.href === path) return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 border-b border-warn-line bg-warn-soft px-4 py-1.5 text-center text-sm"
    >
      <TriangleAlert size={15} className="shrink-0 text-warn" />
      <span className="min-w-0 max-sm:flex max-sm:gap-2">
        <span className="max-sm:min-w-0 max-sm:truncate" title={notice.text}>
          {notice.text}
        </span>{' '}
        <Link href={notice.link.href} className={`${textLink} ${touchTarget} max-sm:shrink-0`}>
          {notice.link.label}
        </Link>
      </span>
    </p>
  );
}

function isDashboard(path: string): boolean {
  return (
    path === '/' ||
    path.startsWith(paths.dashboard) ||
    [paths.onboard, newSitePaths.dashboard, newSitePaths.onboard].some((page) => page === path)
  );
}
