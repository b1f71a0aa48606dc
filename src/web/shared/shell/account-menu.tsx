import { Menu } from '@base-ui/react/menu';
import {
  Check,
  CircleAlert,
  CircleHelp,
  CreditCard,
  History,
  LayoutDashboard,
  LogOut,
  MapPin,
  Package,
  Plug,
  Settings,
  ShieldCheck,
  Sparkles,
  UserRound,
  VenetianMask,
  type LucideIcon,
} from 'lucide-react';
import { useLocation } from 'wouter';

import { newSitePaths, paths, SIGN_OUT } from '../paths';
import { useStopImpersonating } from '../state/impersonation';
import { parseTheme, useTheme, type Theme } from '../state/theme';
import { MenuButton } from './menu-button';

const ITEM =
  'flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-ink no-underline outline-none select-none data-highlighted:bg-hover';

/** Which places the menu offers: none but the way out, the merchant's, or those that the newer area does not have at its side. */
export type MenuPlaces = 'none' | 'merchant' | 'new-site';

interface Entry {
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
}

const ENTRIES: readonly Entry[] = [
  { label: 'Dashboard', href: paths.dashboard, icon: LayoutDashboard },
  { label: 'Inventory', href: paths.inventory, icon: Package },
  { label: 'Issues', href: paths.issues, icon: CircleAlert },
  { label: 'Connections', href: paths.connections, icon: Plug },
  { label: 'Locations', href: paths.locations, icon: MapPin },
  { label: 'History', href: paths.history, icon: History },
  { label: 'Settings', href: paths.settings, icon: Settings },
  { label: 'Subscription', href: paths.subscription, icon: CreditCard },
  { label: 'My Account', href: paths.account, icon: UserRound },
  { label: 'Help', href: paths.help, icon: CircleHelp },
];

const THEMES: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** What operators find beside a merchant's places. */
const OPERATOR_ENTRIES: readonly Entry[] = [
  { label: 'Admin', href: paths.admin, icon: ShieldCheck },
  { label: 'New Site', href: paths.newSite, icon: Sparkles },
];

const NEW_SITE_ENTRIES: readonly Entry[] = [{ label: 'Settings', href: newSitePaths.account, icon: Settings }];

function entriesOf(places: MenuPlaces, operator: boolean): readonly Entry[] {
  switch (places) {
    case 'none':
      return [];
    case 'merchant':
      return operator ? [...ENTRIES, ...OPERATOR_ENTRIES] : ENTRIES;
    case 'new-site':
      return NEW_SITE_ENTRIES;
  }
}

interface AccountMenuProps {
  readonly name: string;
  readonly detail: string;
  readonly impersonating: boolean;
  /** An operator is at the keyboard, as himself or as a merchant. */
  readonly operator: boolean;
  readonly places: MenuPlaces;
}

/** The top menu. It is loaded when it is first wanted, and opens as soon as it is there. */
export function AccountMenu({ name, detail, impersonating, operator, places }: AccountMenuProps) {
  const [, navigate] = useLocation();
  const [theme, chooseTheme] = useTheme();
  const stop = useStopImpersonating();
  const entries = entriesOf(places, operator);
  return (
    <Menu.Root defaultOpen modal={false}>
      <Menu.Trigger render={<MenuButton name={name} impersonating={impersonating} leads={places === 'merchant'} />} />
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className="z-50 outline-none">
          <Menu.Popup className="max-h-(--available-height) w-60 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-pop outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0">
            <div className="px-2.5 pt-2 pb-2.5">
              <p className="truncate font-semibold">{name}</p>
              <p className="truncate text-sm text-muted">{detail}</p>
            </div>
            <Menu.Separator className="-mx-1 mb-1 h-px bg-line" />
            {entries.map(({ label, href, icon: Icon }) => (
              <Menu.Item key={href} className={ITEM} onClick={() => navigate(href)}>
                <Icon size={16} aria-hidden="true" className="text-faint" />
                {label}
              </Menu.Item>
            ))}
            {entries.length > 0 && <Menu.Separator className="-mx-1 my-1 h-px bg-line" />}
            <Menu.RadioGroup
              value={theme}
              onValueChange={(value: unknown) => chooseTheme(parseTheme(typeof value === 'string' ? value : null))}
            >
              <p className="px-2.5 pt-1.5 pb-0.5 text-xs text-faint">Colours</p>
              {THEMES.map(({ value, label }) => (
                <Menu.RadioItem key={value} value={value} className={ITEM}>
                  <span className="inline-flex w-4">
                    <Menu.RadioItemIndicator>
                      <Check size={16} aria-hidden="true" className="text-accent" />
                    </Menu.RadioItemIndicator>
                  </span>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="-mx-1 my-1 h-px bg-line" />
            {impersonating && (
              <Menu.Item className={ITEM} onClick={stop}>
                <VenetianMask size={16} aria-hidden="true" className="text-warn" />
                Stop Impersonating
              </Menu.Item>
            )}
            <Menu.Item className={ITEM} onClick={() => window.location.assign(SIGN_OUT)}>
              <LogOut size={16} aria-hidden="true" className="text-faint" />
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
