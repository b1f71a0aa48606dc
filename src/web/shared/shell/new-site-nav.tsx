import { CircleHelp, CircleUser, LayoutDashboard, ListChecks, MapPin, Plug, ShieldCheck, Undo2, type LucideIcon } from 'lucide-react';
import { Link, useLocation } from 'wouter';

import { cx } from '../components/class-names';
import { newSitePaths } from '../paths';

interface Place {
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
}

const PLACES: readonly Place[] = [
  { label: 'Onboarding', href: newSitePaths.onboard, icon: ListChecks },
  { label: 'Dashboard', href: newSitePaths.dashboard, icon: LayoutDashboard },
  { label: 'Connections', href: newSitePaths.connections, icon: Plug },
  { label: 'Locations', href: newSitePaths.locations, icon: MapPin },
  { label: 'Account', href: newSitePaths.account, icon: CircleUser },
  { label: 'Help', href: newSitePaths.help, icon: CircleHelp },
];

const ADMIN: Place = { label: 'Admin', href: newSitePaths.admin, icon: ShieldCheck };

/** What stands in no list of places and yet has a page. */
const MORE_TITLES: readonly Pick<Place, 'label' | 'href'>[] = [
  { label: 'Shopify items', href: newSitePaths.externalShopify },
  { label: 'Square items', href: newSitePaths.externalSquare },
];

/** The title of the page at a path; an address that leads nowhere is called so. */
export function titleAt(path: string): string {
  return [...PLACES, ADMIN, ...MORE_TITLES].find(({ href }) => path === href || path.startsWith(`${href}/`))?.label ?? '404 not found';
}

interface NewSiteNavProps {
  /** An operator is at the keyboard: he alone has something to find under Admin. */
  readonly operator: boolean;
  /** A place was chosen. */
  readonly onChoose?: () => void;
}

/** The newer area's places, the one in sight marked, and the way back to the old site. */
export function NewSiteNav({ operator, onChoose }: NewSiteNavProps) {
  const [path] = useLocation();
  const places = operator ? [...PLACES, ADMIN] : PLACES;
  return (
    <nav aria-label="Main" className="flex min-h-0 flex-1 flex-col justify-between gap-6 overflow-y-auto px-3 py-4">
      <ul className="flex flex-col gap-0.5">
        {places.map(({ label, href, icon: Icon }) => {
          const here = path.startsWith(href);
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={here ? 'page' : undefined}
                onClick={onChoose}
                className={cx(
                  'flex h-9 items-center gap-3 rounded-md px-3 font-medium no-underline transition-colors',
                  here ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-hover hover:text-ink',
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
        <Undo2 size={17} aria-hidden="true" className="shrink-0" />
        Old Site
      </Link>
    </nav>
  );
}
