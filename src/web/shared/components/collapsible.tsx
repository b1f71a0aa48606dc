import { ChevronDown } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { cx } from './class-names';

interface CollapsibleProps {
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Content of the toggle button. */
  readonly heading: ReactNode;
  /** Content beside the button, such as a status or an action. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A section that expands and collapses in 200 ms. Collapsed content is inert. */
export function Collapsible({ open, onToggle, heading, aside, children }: CollapsibleProps) {
  const id = useId();
  return (
    <section aria-labelledby={`${id}-heading`} className="rounded-lg border border-line bg-surface shadow-card">
      <div className="flex items-center gap-2 pr-3">
        <h2 id={`${id}-heading`} className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={onToggle}
            className="flex w-full items-center gap-3 rounded-lg px-4 py-3.5 text-left hover:bg-hover"
          >
            <span className="min-w-0 flex-1">{heading}</span>
            <ChevronDown size={18} className={cx('shrink-0 text-faint transition-transform duration-200', open && 'rotate-180')} />
          </button>
        </h2>
        {aside}
      </div>
      <div
        id={id}
        inert={!open}
        className={cx('grid transition-[grid-template-rows] duration-200 ease-out', open ? 'grid-rows-[1fr]' : 'grid-rows-[0fr]')}
      >
        <div className="overflow-hidden">{children}</div>
      </div>
    </section>
  );
}
