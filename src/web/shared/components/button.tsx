import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';

import { cx } from './class-names';
import { Spinner } from './spinner';

/** How much a button asks for attention; one `primary` a screen at most. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

const KINDS: Record<ButtonKind, string> = {
  primary: 'bg-accent text-on-accent not-disabled:not-aria-disabled:hover:bg-accent-strong border-transparent shadow-card',
  secondary: 'bg-surface text-ink border-line-strong not-disabled:not-aria-disabled:hover:bg-hover shadow-card',
  quiet:
    'bg-transparent text-muted border-transparent not-disabled:not-aria-disabled:hover:bg-hover not-disabled:not-aria-disabled:hover:text-ink',
  danger: 'bg-danger text-white border-transparent not-disabled:not-aria-disabled:hover:bg-danger-strong shadow-card',
};

/** The look of a button, for links that act like one. */
export function buttonClass(kind: ButtonKind, size: 'sm' | 'md' = 'md'): string {
  return cx(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap no-underline select-none',
    'transition-colors disabled:opacity-50 aria-disabled:opacity-50',
    // A finger needs 44 px.
    size === 'sm' ? 'h-8 px-2.5 text-sm max-sm:h-11' : 'h-9 px-3.5 text-base max-sm:h-11',
    KINDS[kind],
  );
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly kind?: ButtonKind;
  readonly size?: 'sm' | 'md';
  /** Work is under way: the button shows it, cannot be pressed again, and keeps its width. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

/**
 * A button. It says what it does; `busy` keeps it from being pressed twice. Where a press itself can put the button out of use
 * (work under way, the last page reached) it must be out of use by `aria-disabled`: a button that turns `disabled` throws the
 * keyboard's focus off the page.
 */
export function Button({ kind = 'secondary', size = 'md', busy = false, icon, children, type, onClick, ...rest }: ButtonProps) {
  const resting = busy || rest['aria-disabled'] === true;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={buttonClass(kind, size)}
      aria-disabled={resting || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        // A form must not be sent either.
        if (resting) event.preventDefault();
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
  /** A door of the server (sign-in, sign-out): the browser navigates instead of the router. */
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

/** Room for a finger around a link that stands by itself: it grows beyond the line without moving it. */
export const touchTarget = 'max-sm:relative max-sm:before:absolute max-sm:before:-inset-x-3 max-sm:before:-inset-y-2.5';

/** The look of a link within text. */
export const textLink = 'font-medium text-accent underline decoration-accent/30 underline-offset-2 hover:decoration-accent';
