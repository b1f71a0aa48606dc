import type { ReactNode } from 'react';

import { Button } from '../../shared/components/button';
import { sharedText } from '../../shared/shared.text';
import type { Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { operatorText } from '../operator.text';

interface SectionContentProps<Answer extends object> {
  readonly loaded: Loaded<Answer>;
  /** Says that the data could not be loaded. */
  readonly failed: string;
  readonly children: (answer: Answer) => ReactNode;
}

/** Shows a section's data: while it loads, when it failed, and once it is there. */
export function SectionContent<Answer extends object>({ loaded: { remote, reload }, failed, children }: SectionContentProps<Answer>) {
  const answer = latest(remote);
  if (answer !== null) return <div className="px-4 pb-4">{children(answer)}</div>;
  if (remote.state !== 'failed') return <p className="px-4 pb-4 text-muted">{operatorText.loading}</p>;
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 px-4 pb-4">
      <p className="min-w-0">
        <span className="font-medium">{failed}</span> <span className="text-muted">{remote.failure.message}</span>{' '}
        <span className="text-sm text-faint">
          {operatorText.reference} <span className="font-mono select-all">{remote.failure.reference}</span>
        </span>
      </p>
      <Button size="sm" onClick={reload}>
        {sharedText.tryAgain}
      </Button>
    </div>
  );
}
