import type { ReactNode } from 'react';

import { ErrorPanel } from '../shared/components/error-panel';
import { CursorPager } from '../shared/components/pager';
import { SkeletonRows } from '../shared/components/skeleton';
import type { Loaded } from '../shared/state/load';
import { latest } from '../shared/state/remote';
import { operatorText } from './operator.text';

interface CursorListProps<Answer extends { readonly nextCursor: string }> {
  readonly label: string;
  readonly loaded: Loaded<Answer>;
  /** Cursor of the current page; '' for the newest one. */
  readonly cursor: string;
  /** Says that the list could not be loaded. */
  readonly failed: string;
  readonly safe?: string;
  /** Class of a row's height while the list loads. */
  readonly rowHeight?: string;
  summary(answer: Answer): string;
  isEmpty(answer: Answer): boolean;
  /** Shown in place of the rows where there are none. */
  readonly empty: ReactNode;
  readonly onCursor: (cursor: string) => void;
  /** Renders the rows. */
  children(answer: Answer): ReactNode;
}

/** Shows a list that is paged by cursor: while it loads, when it failed, and its rows with the pager. */
export function CursorList<Answer extends { readonly nextCursor: string }>(props: CursorListProps<Answer>) {
  const { label, loaded, cursor, failed, safe = operatorText.nothingChanged, rowHeight = 'h-14', onCursor } = props;
  const answer = latest(loaded.remote);
  const skeleton = <SkeletonRows rows={8} height={rowHeight} />;
  return (
    <section aria-label={label} className="rounded-lg border border-line bg-surface shadow-card">
      {answer !== null ? (
        <>
          {/* An empty answer to the previous query says nothing about the current one. */}
          {props.isEmpty(answer) ? (loaded.stale ? skeleton : props.empty) : props.children(answer)}
          <CursorPager
            cursor={cursor}
            next={answer.nextCursor}
            summary={props.summary(answer)}
            onCursor={(next) => {
              onCursor(next);
              window.scrollTo({ top: 0 });
            }}
          />
        </>
      ) : loaded.remote.state === 'failed' ? (
        <ErrorPanel title={failed} safe={safe} failure={loaded.remote.failure} onRetry={loaded.reload} />
      ) : (
        skeleton
      )}
    </section>
  );
}
