import { useId, useState, type ReactNode } from 'react';

interface TooltipProps {
  readonly text: string;
  readonly children: ReactNode;
}

/**
 * An explanation on hover and focus; Escape hides it. Placed with plain CSS, because a long list holds thousands of tooltips and
 * each must cost almost nothing until it is shown.
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
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !shown) return;
        // Whatever else Escape does here takes another press.
        event.preventDefault();
        setShown(false);
      }}
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
