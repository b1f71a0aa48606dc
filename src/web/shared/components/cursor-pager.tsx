import { ChevronRight, ChevronsLeft } from 'lucide-react';

import { Button } from './button';
import { PagerFoot } from './pager-foot';

interface CursorPagerProps {
  /** Where the page in sight begins; '' at the newest. */
  readonly cursor: string;
  /** Where the next one begins; '' at the end. */
  readonly next: string;
  readonly summary: string;
  readonly onCursor: (cursor: string) => void;
}

/** On to older rows of a list that is paged by cursor, and back to the newest; the browser's own back leads one page back. */
export function CursorPager({ cursor, next, summary, onCursor }: CursorPagerProps) {
  return (
    <PagerFoot summary={summary}>
      <Button size="sm" aria-disabled={cursor === ''} onClick={() => onCursor('')} icon={<ChevronsLeft size={16} aria-hidden="true" />}>
        Newest
      </Button>
      <Button size="sm" aria-disabled={next === ''} onClick={() => onCursor(next)}>
        Older
        <ChevronRight size={16} aria-hidden="true" />
      </Button>
    </PagerFoot>
  );
}
