import { ChevronDown, Menu, VenetianMask } from 'lucide-react';
import type { ComponentProps } from 'react';

import { cx } from '../components/class-names';
import { Skeleton } from '../components/skeleton';

interface MenuButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'name'> {
  /** The account's name; null while it loads. */
  readonly name: string | null;
  readonly impersonating: boolean;
  /** Narrow windows have no bar of places: there the menu is the only way to them, and must look like one. */
  readonly leads: boolean;
}

/** The button at the top right, with the account's name; yellow and masked while an operator acts as this merchant. */
export function MenuButton({ name, impersonating, leads, ...rest }: MenuButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="inline-flex h-9 max-w-56 items-center gap-1.5 rounded-md px-2.5 font-medium transition-colors hover:bg-hover aria-expanded:bg-hover"
    >
      {name === null ? (
        <>
          <Skeleton className="h-3.5 w-24" />
          <span className="sr-only">Loading your account</span>
        </>
      ) : (
        <>
          {impersonating && <VenetianMask size={17} aria-label="Impersonating" role="img" className="shrink-0 text-warn" />}
          <span className={impersonating ? 'truncate text-warn' : 'truncate'}>{name}</span>
        </>
      )}
      <ChevronDown size={15} aria-hidden="true" className={cx('shrink-0 text-faint', leads && 'max-md:hidden')} />
      {leads && <Menu size={18} aria-hidden="true" className="shrink-0 text-muted md:hidden" />}
    </button>
  );
}
