import { Skeleton, SkeletonRows } from './skeleton';

/** The placeholder of a page whose code or account is still loading. */
export function PageSkeleton() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 sm:px-6 sm:pt-8">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="mt-3 h-3.5 w-72" />
      <div className="mt-6 rounded-lg border border-line bg-surface shadow-card">
        <SkeletonRows rows={6} />
      </div>
    </div>
  );
}
