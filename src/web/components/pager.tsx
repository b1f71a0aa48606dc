import { ChevronLeft, ChevronRight } from 'lucide-react';

import { Button } from './button';

interface PagerProps {
  /** From 0. */
  readonly page: number;
  readonly hasNext: boolean;
  /** 'Showing X - Y'. */
  readonly summary: string;
  readonly onPage: (page: number) => void;
}

/** Back and forth through pages; stays in sight at the foot of a long list. */
export function Pager({ page, hasNext, summary, onPage }: PagerProps) {
  return (
    <nav
      aria-label="Pages"
      className="sticky bottom-0 z-10 flex items-center justify-between gap-3 rounded-b-lg border-t border-line bg-surface px-4 py-2.5"
    >
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {summary}
      </p>
      <div className="flex gap-2">
        <Button size="sm" aria-disabled={page === 0} onClick={() => onPage(page - 1)} icon={<ChevronLeft size={16} aria-hidden="true" />}>
          Prev
        </Button>
        <Button size="sm" aria-disabled={!hasNext} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight size={16} aria-hidden="true" />
        </Button>
      </div>
    </nav>
  );
}
