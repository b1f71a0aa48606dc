import { CircleAlert } from 'lucide-react';

import type { Failure } from '../rpc/failure';
import { sharedText } from '../shared.text';
import { Button } from './button';

interface ErrorPanelProps {
  /** What failed: 'Your inventory could not be loaded.' */
  readonly title: string;
  /** What is still safe. */
  readonly safe?: string;
  readonly failure: Failure;
  readonly onRetry: () => void;
}

/** Shown in place of data that failed to load: what happened, what is safe, what to do, and the reference for support. */
export function ErrorPanel({ title, safe = sharedText.nothingChanged, failure, onRetry }: ErrorPanelProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-1.5 px-6 py-14 text-center">
      <div className="mb-1 flex size-11 items-center justify-center rounded-full bg-bad-soft text-bad">
        <CircleAlert size={22} />
      </div>
      <p className="font-semibold">{title}</p>
      <p className="max-w-md text-muted">{failure.message}</p>
      <p className="max-w-md text-muted">{safe}</p>
      <div className="mt-3">
        <Button onClick={onRetry}>{sharedText.tryAgain}</Button>
      </div>
      <p className="mt-2 text-sm text-faint">
        {sharedText.quoteReference} <span className="font-mono text-muted select-all">{failure.reference}</span>
      </p>
    </div>
  );
}
