import { Scale, X } from 'lucide-react';

import { Button } from '../../shared/components/button';
import { formatCount } from '../../shared/formats';

interface SelectionBarProps {
  readonly count: number;
  readonly onLevel: () => void;
  readonly onClear: () => void;
}

/** What can be done with the chosen rows; stays in sight, above the pager where that does. */
export function SelectionBar({ count, onLevel, onClear }: SelectionBarProps) {
  return (
    <div
      role="region"
      aria-label="Chosen variants"
      className="sticky bottom-13 z-10 max-sm:bottom-0 flex items-center justify-between gap-3 border-t border-line bg-accent-soft px-4 py-2.5"
    >
      <p aria-live="polite" className="font-medium tabular-nums">
        {formatCount(count)} chosen
      </p>
      <div className="flex gap-2">
        <Button size="sm" kind="primary" aria-haspopup="dialog" onClick={onLevel} icon={<Scale size={14} aria-hidden="true" />}>
          Level chosen
        </Button>
        <Button size="sm" kind="quiet" onClick={onClear} icon={<X size={15} aria-hidden="true" />}>
          Clear
        </Button>
      </div>
    </div>
  );
}
