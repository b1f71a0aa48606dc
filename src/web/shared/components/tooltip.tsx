import { useId, useState, type ReactNode } from 'react';

interface TooltipProps {
  readonly text: string;
  readonly children: ReactNode;
}

/**
 * A word of explanation on hover and focus, gone on Escape. Plain CSS placement: a list of a thousand rows holds thousands of
 * these, and each must cost next to nothing until it is pointed at.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <span
      className="relative inline-flex align-middle"
      tabIndex={0}
      aria-describedby={shown ? id : undefined}
      onPointerEnter={() => setShown(true)}
      onPointerLeave={() => setShown(false)}
      onFocus={() => setShown(true)}
      onBlur={() => setShown(false)}
      onKeyDown={(event) => event.key === 'Escape' && setShown(false)}
    >
      {children}
      {shown && (
        <span
          id={id}
          role="tooltip"
          className="rise pointer-events-none absolute right-0 bottom-full z-20 mb-1.5 w-max max-w-60 rounded-md bg-ink px-2.5 py-1.5 text-left text-xs font-normal whitespace-normal text-canvas shadow-pop"
        >
          {text}
        </span>
      )}
    </span>
  );
}
