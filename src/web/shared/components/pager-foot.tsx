import type { ReactNode } from 'react';

interface PagerFootProps {
  /** Which rows are in sight. */
  readonly summary: string;
  /** The ways to the other pages. */
  readonly children: ReactNode;
}

/** The foot of a paged list: stays in sight at the end of a long one, where a window has the room, and lets no row shine through. */
export function PagerFoot({ summary, children }: PagerFootProps) {
  return (
    <nav
      aria-label="Pages"
      className="z-10 flex items-center justify-between gap-3 rounded-b-lg border-t border-line bg-surface px-4 py-2.5 sm:sticky sm:bottom-0"
    >
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {summary}
      </p>
      <div className="flex gap-2">{children}</div>
    </nav>
  );
}
