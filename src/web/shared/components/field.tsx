import { useId, type ComponentProps, type ReactNode } from 'react';

import { cx } from './class-names';

/** Classes of a text box. */
export const inputClass =
  'h-9 w-full min-w-0 max-sm:h-11 rounded-md border border-control bg-surface px-3 text-base text-ellipsis text-ink shadow-card placeholder:text-faint disabled:bg-sunken disabled:text-faint aria-invalid:border-bad';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  readonly label: string;
  readonly hint?: ReactNode;
  /** Why the value is invalid; '' or absent when it is valid. */
  readonly error?: string;
  /** Shown at the end of the box: a unit or a fixed suffix. */
  readonly suffix?: string;
}

/** A labeled text box with a hint, or with an error when the value is invalid. */
export function TextField({ label, hint, error, suffix, ...rest }: TextFieldProps) {
  const id = useId();
  const wrong = error !== undefined && error !== '';
  const described = wrong ? `${id}-error` : hint === undefined ? undefined : `${id}-hint`;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="relative flex items-center">
        <input
          {...rest}
          id={id}
          aria-invalid={wrong || undefined}
          aria-describedby={described}
          className={cx(inputClass, suffix !== undefined && 'pr-34')}
        />
        {suffix !== undefined && <span className="pointer-events-none absolute right-3 text-muted">{suffix}</span>}
      </div>
      {wrong ? (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-bad">
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
