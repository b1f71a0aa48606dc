import { CircleHelp, CircleUser, LayoutDashboard, ListChecks, MapPin, Plug, ShieldCheck, Undo2, type LucideIcon } from 'lucide-react';
import { Link, useLocation } from 'wouter';

import { cx } from '../components/class-names';
import { newSitePaths } from '../paths';
import { shellText } from './shell.text';

const { pages } = shellText;

interface NavItem {
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
}

const ITEMS: readonly NavItem[] = [
  { label: pages.onboarding, href: newSitePaths.onboard, icon: ListChecks },
  { label: pages.dashboard, href: newSitePaths.dashboard, icon: LayoutDashboard },
  { label: pages.connections, href: newSitePaths.connections, icon: Plug },
  { label: pages.locations, href: newSitePaths.locations, icon: MapPin },
  { label: pages.account, href: newSitePaths.account, icon: CircleUser },
  { label: pages.help, href: newSitePaths.help, icon: CircleHelp },
];

const ADMIN: NavItem = { label: pages.admin, href: newSitePaths.admin, icon: ShieldCheck };

/** Pages without a navigation item. */
const MORE_TITLES: readonly Pick<NavItem, 'label' | 'href'>[] = [
  { label: pages.shopifyItems, href: newSitePaths.externalShopify },
  { label: pages.squareItems, href: newSitePaths.externalSquare },
];

/** Returns the title of the page at a path. */
export function titleAt(path: string): string {
  return [...ITEMS, ADMIN, ...MORE_TITLES].find(({ href }) => path === href || path.startsWith(`${href}/`))?.label ?? pages.notFound;
}

interface NewSiteNavProps {
  /** The user is an operator: only operators see Admin. */
  readonly operator: boolean;
  /** Called when a link is pressed. */
  readonly onChoose?: () => void;
}

/** The navigation of the new site, with the current page highlighted and a link to the old site. */
export function NewSiteNav({ operator, onChoose }: NewSiteNavProps) {
  const [path] = useLocation();
  const items = operator ? [...ITEMS, ADMIN] : ITEMS;
  return (
    <nav aria-label={shellText.mainNavigation} className="flex min-h-0 flex-1 flex-col justify-between gap-6 overflow-y-auto px-3 py-4">
      <ul className="flex flex-col gap-0.5">
        {items.map(({ label, href, icon: Icon }) => {
          const current = path.startsWith(href);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={current ? 'page' : undefined}
                onClick={onChoose}
                className={cx(
                  'flex h-9 items-center gap-3 rounded-md px-3 font-medium no-underline transition-colors',
                  current ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-hover hover:text-ink',
                )}
              >
                <Icon size={17} aria-hidden="true" className="shrink-0" />
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
      <Link
        href="/"
        onClick={onChoose}
        className="flex h-9 items-center gap-3 rounded-md px-3 font-medium text-muted no-underline transition-colors hover:bg-hover hover:text-ink"
      >
        <Undo2 size={17} className="shrink-0" />
        {pages.oldSite}
      </Link>
    </nav>
  );
}
