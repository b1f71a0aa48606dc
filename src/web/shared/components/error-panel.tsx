import { CircleAlert } from 'lucide-react';

import type { Failure } from '../rpc/failure';
import { Button } from './button';

interface ErrorPanelProps {
  /** What could not be done: 'Your inventory could not be loaded.' */
  readonly title: string;
  /** What is safe all the same. */
  readonly safe?: string;
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** Said where data should stand and could not be had: what happened, what is safe, what to do, and what to quote. */
export function ErrorPanel({ title, safe = 'Nothing was changed. Sales made meanwhile are not lost.', failure, onRetry }: ErrorPanelProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-1.5 px-6 py-14 text-center">
      <div className="mb-1 flex size-11 items-center justify-center rounded-full bg-bad-soft text-bad">
        <CircleAlert size={22} aria-hidden="true" />
      </div>
      <p className="font-semibold">{title}</p>
      <p className="max-w-md text-muted">{failure.message}</p>
      <p className="max-w-md text-muted">{safe}</p>
      <div className="mt-3">
        <Button onClick={onRetry}>Try again</Button>
      </div>
      <p className="mt-2 text-sm text-faint">
        If it keeps happening, tell support this reference: <span className="font-mono text-muted select-all">{failure.reference}</span>
      </p>
    </div>
  );
}
