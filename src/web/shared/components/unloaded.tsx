import type { Loaded } from '../state/load';
import { ErrorPanel } from './error-panel';
import { SkeletonRows } from './skeleton';

interface UnloadedProps {
  readonly loaded: Loaded<object>;
  /** What failed: 'Your inventory could not be loaded.' */
  readonly title: string;
  /** What is still safe. */
  readonly safe?: string;
  /** Placeholder rows, and the class of their height. */
  readonly rows: number;
  readonly height?: string;
}

/** Shown in place of data that is not there yet: placeholder rows while it loads, or why it failed to load. */
export function Unloaded({ loaded: { remote, reload }, title, safe, rows, height }: UnloadedProps) {
  return remote.state === 'failed' ? (
    <ErrorPanel title={title} {...(safe !== undefined && { safe })} failure={remote.failure} onRetry={reload} />
  ) : (
    <SkeletonRows rows={rows} {...(height !== undefined && { height })} />
  );
}
