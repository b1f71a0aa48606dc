import { ChevronLeft, ChevronRight } from 'lucide-react';

import { Button } from './button';
import { PagerFoot } from './pager-foot';

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
    <PagerFoot summary={summary}>
      <Button size="sm" aria-disabled={page === 0} onClick={() => onPage(page - 1)} icon={<ChevronLeft size={16} aria-hidden="true" />}>
        Prev
      </Button>
      <Button size="sm" aria-disabled={!hasNext} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight size={16} aria-hidden="true" />
      </Button>
    </PagerFoot>
  );
}
