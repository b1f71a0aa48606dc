import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';

import { cx } from './class-names';
import { Spinner } from './spinner';

/** The visual weight of a button. A screen has at most one `primary`. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

const KINDS: Record<ButtonKind, string> = {
  primary: 'bg-accent text-on-accent not-disabled:not-aria-disabled:hover:bg-accent-strong border-transparent shadow-card',
  secondary: 'bg-surface text-ink border-line-strong not-disabled:not-aria-disabled:hover:bg-hover shadow-card',
  quiet:
    'bg-transparent text-muted border-transparent not-disabled:not-aria-disabled:hover:bg-hover not-disabled:not-aria-disabled:hover:text-ink',
  danger: 'bg-danger text-white border-transparent not-disabled:not-aria-disabled:hover:bg-danger-strong shadow-card',
};

/** Returns the classes of a button, for links that look like one. */
function buttonClass(kind: ButtonKind, size: 'sm' | 'md' = 'md'): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap no-underline select-none',
    'transition-colors disabled:opacity-50 aria-disabled:opacity-50',
    // Touch targets are at least 44 px.
    size === 'sm' ? 'h-8 px-2.5 text-sm max-sm:h-11' : 'h-9 px-3.5 text-base max-sm:h-11',
    KINDS[kind],
  );
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly kind?: ButtonKind;
  readonly size?: 'sm' | 'md';
  /** Shows a spinner and blocks presses while work is in progress. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

/**
 * A button. `busy` prevents a second press. If a press itself can make the button unavailable (work in progress, the last page
 * reached), use `aria-disabled`: a button that becomes `disabled` loses the keyboard focus.
 */
export function Button({ kind = 'secondary', size = 'md', busy = false, icon, children, type, onClick, ...rest }: ButtonProps) {
  const inactive = busy || rest['aria-disabled'] === true;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={buttonClass(kind, size)}
      aria-disabled={inactive || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        // Also prevents a form submit.
        if (inactive) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

interface ButtonLinkProps {
  readonly href: string;
  readonly kind?: ButtonKind;
  readonly size?: 'sm' | 'md';
  readonly icon?: ReactNode;
  /** A server route (sign-in, sign-out): the browser navigates instead of the router. */
  readonly external?: boolean;
  readonly children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ href, kind = 'secondary', size = 'md', icon, external = false, children }: ButtonLinkProps) {
  const className = buttonClass(kind, size);
  if (external) {
    return (
      <a href={href} className={className}>
        {icon}
        {children}
      </a>
    );
  }
  return (
    <Link href={href} className={className}>
      {icon}
      {children}
    </Link>
  );
}

/** Classes that enlarge the touch target of a standalone link without moving its line. */
export const touchTarget = 'max-sm:relative max-sm:before:absolute max-sm:before:-inset-x-3 max-sm:before:-inset-y-2.5';

/** Classes of a link within text. */
export const textLink = 'font-medium text-accent underline decoration-accent/30 underline-offset-2 hover:decoration-accent';
