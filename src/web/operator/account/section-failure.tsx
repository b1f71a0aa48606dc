import { Button } from '../../shared/components/button';
import type { Failure } from '../../shared/rpc/failure';

interface SectionFailureProps {
  readonly title: string;
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** Said in a section whose data could not be had. */
export function SectionFailure({ title, failure, onRetry }: SectionFailureProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 px-4 pb-4">
      <p className="min-w-0">
        <span className="font-medium">{title}</span> <span className="text-muted">{failure.message}</span>{' '}
        <span className="text-sm text-faint">
          Reference: <span className="font-mono select-all">{failure.reference}</span>
        </span>
      </p>
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
