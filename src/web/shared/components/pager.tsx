import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import type { ReactNode } from 'react';

import { sharedText } from '../shared.text';
import { Button } from './button';

interface PagerProps {
  /** Zero-based. */
  readonly page: number;
  readonly hasNext: boolean;
  /** 'Showing X - Y'. */
  readonly summary: string;
  readonly onPage: (page: number) => void;
}

/** Renders the previous and next buttons of a list that is paged by number. */
export function Pager({ page, hasNext, summary, onPage }: PagerProps) {
  return (
    <PagerFooter summary={summary}>
      <Button size="sm" aria-disabled={page === 0} onClick={() => onPage(page - 1)} icon={<ChevronLeft size={16} />}>
        {sharedText.previousPage}
      </Button>
      <Button size="sm" aria-disabled={!hasNext} onClick={() => onPage(page + 1)}>
        {sharedText.nextPage}
        <ChevronRight size={16} />
      </Button>
    </PagerFooter>
  );
}

interface CursorPagerProps {
  /** Cursor of the current page; '' for the newest one. */
  readonly cursor: string;
  /** Cursor of the next page; '' on the last one. */
  readonly next: string;
  readonly summary: string;
  /** Names the button of the next page. */
  readonly nextLabel?: string;
  readonly onCursor: (cursor: string) => void;
}

/** Renders the buttons of a list that is paged by cursor: the newest page and the next older one. Back goes one page back. */
export function CursorPager({ cursor, next, summary, nextLabel = sharedText.olderPage, onCursor }: CursorPagerProps) {
  return (
    <PagerFooter summary={summary}>
      <Button size="sm" aria-disabled={cursor === ''} onClick={() => onCursor('')} icon={<ChevronsLeft size={16} />}>
        {sharedText.newestPage}
      </Button>
      <Button size="sm" aria-disabled={next === ''} onClick={() => onCursor(next)}>
        {nextLabel}
        <ChevronRight size={16} />
      </Button>
    </PagerFooter>
  );
}

/** The foot of a paged list. It stays visible at the end of a long list where the window has the room. */
function PagerFooter({ summary, children }: { readonly summary: string; readonly children: ReactNode }) {
  return (
    <nav
      aria-label={sharedText.pages}
      className="z-10 flex items-center justify-between gap-3 rounded-b-lg border-t border-line bg-surface px-4 py-2.5 sm:sticky sm:bottom-0"
    >
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {summary}
      </p>
      <div className="flex gap-2">{children}</div>
    </nav>
  );
}
