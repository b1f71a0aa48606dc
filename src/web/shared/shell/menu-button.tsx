import { ChevronDown, Menu, VenetianMask } from 'lucide-react';
import type { ComponentProps } from 'react';

import { cx } from '../components/class-names';
import { Skeleton } from '../components/skeleton';
import { shellText } from './shell.text';

interface MenuButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'name'> {
  /** The account's name; null while it loads. */
  readonly name: string | null;
  readonly impersonating: boolean;
  /** On narrow windows the menu is the only navigation, so it shows a menu icon there. */
  readonly isNavigation: boolean;
}

/** The button of the account menu, with the account's name; yellow with a mask icon while impersonating. */
export function MenuButton({ name, impersonating, isNavigation, ...rest }: MenuButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="inline-flex h-9 max-w-56 items-center gap-1.5 rounded-md px-2.5 font-medium transition-colors hover:bg-hover aria-expanded:bg-hover"
    >
      {name === null ? (
        <>
          <Skeleton className="h-3.5 w-24" />
          <span className="sr-only">{shellText.loadingAccount}</span>
        </>
      ) : (
        <>
          {impersonating && <VenetianMask size={17} aria-label={shellText.impersonating} role="img" className="shrink-0 text-warn" />}
          <span className={impersonating ? 'truncate text-warn' : 'truncate'}>{name}</span>
        </>
      )}
      <ChevronDown size={15} className={cx('shrink-0 text-faint', isNavigation && 'max-md:hidden')} />
      {isNavigation && <Menu size={18} className="shrink-0 text-muted md:hidden" />}
    </button>
  );
}
