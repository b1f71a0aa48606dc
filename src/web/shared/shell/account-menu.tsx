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
import { parseTheme, type Theme } from '../state/stored-theme';
import { useTheme } from '../state/theme';
import { MenuButton } from './menu-button';
import { shellText } from './shell.text';

const { pages } = shellText;

const ITEM =
  'flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-ink no-underline outline-none select-none data-highlighted:bg-hover';

/** The links of the menu: none, the merchant's, or those that the sidebar of the new site lacks. */
export type MenuLinks = 'none' | 'merchant' | 'new-site';

interface Entry {
  readonly label: string;
  readonly href: string;
  readonly icon: LucideIcon;
}

const ENTRIES: readonly Entry[] = [
  { label: pages.dashboard, href: paths.dashboard, icon: LayoutDashboard },
  { label: pages.inventory, href: paths.inventory, icon: Package },
  { label: pages.issues, href: paths.issues, icon: CircleAlert },
  { label: pages.connections, href: paths.connections, icon: Plug },
  { label: pages.locations, href: paths.locations, icon: MapPin },
  { label: pages.history, href: paths.history, icon: History },
  { label: pages.settings, href: paths.settings, icon: Settings },
  { label: pages.subscription, href: paths.subscription, icon: CreditCard },
  { label: pages.myAccount, href: paths.account, icon: UserRound },
  { label: pages.help, href: paths.help, icon: CircleHelp },
];

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** Additional links for operators. */
const OPERATOR_ENTRIES: readonly Entry[] = [
  { label: pages.admin, href: paths.admin, icon: ShieldCheck },
  { label: pages.newSite, href: paths.newSite, icon: Sparkles },
];

const NEW_SITE_ENTRIES: readonly Entry[] = [{ label: pages.settings, href: newSitePaths.account, icon: Settings }];

function entriesOf(links: MenuLinks, operator: boolean): readonly Entry[] {
  switch (links) {
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
  /** The user is an operator, impersonating or not. */
  readonly operator: boolean;
  readonly links: MenuLinks;
}

/** The account menu. It is loaded on first use and opens as soon as it is loaded. */
export function AccountMenu({ name, detail, impersonating, operator, links }: AccountMenuProps) {
  const [, navigate] = useLocation();
  const [theme, chooseTheme] = useTheme();
  const stop = useStopImpersonating();
  const entries = entriesOf(links, operator);
  return (
    <Menu.Root defaultOpen modal={false}>
      <Menu.Trigger render={<MenuButton name={name} impersonating={impersonating} isNavigation={links === 'merchant'} />} />
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
              <p className="px-2.5 pt-1.5 pb-0.5 text-xs text-faint">{shellText.theme}</p>
              {THEMES.map((value) => (
                <Menu.RadioItem key={value} value={value} className={ITEM}>
                  <span className="inline-flex w-4">
                    <Menu.RadioItemIndicator>
                      <Check size={16} className="text-accent" />
                    </Menu.RadioItemIndicator>
                  </span>
                  {shellText.themes[value]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="-mx-1 my-1 h-px bg-line" />
            {impersonating && (
              <Menu.Item className={ITEM} onClick={stop}>
                <VenetianMask size={16} className="text-warn" />
                {shellText.stopImpersonating}
              </Menu.Item>
            )}
            <Menu.Item className={ITEM} onClick={() => window.location.assign(SIGN_OUT)}>
              <LogOut size={16} className="text-faint" />
              {shellText.signOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
