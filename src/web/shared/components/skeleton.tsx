import { sharedText } from '../shared.text';

/** Gray placeholder rows that prevent a layout shift when the data arrives. */
export function SkeletonRows({ rows, height = 'h-11' }: { readonly rows: number; readonly height?: string }) {
  return (
    <div role="status" aria-label={sharedText.loading} className="divide-y divide-line">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={`flex items-center gap-6 px-4 ${height}`}>
          <div className={`skeleton h-3 ${index % 3 === 0 ? 'w-1/3' : index % 3 === 1 ? 'w-2/5' : 'w-1/4'}`} />
          <div className="skeleton ml-auto h-3 w-10" />
          <div className="skeleton h-3 w-10" />
        </div>
      ))}
    </div>
  );
}

/** One gray placeholder bar. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div aria-hidden="true" className={`skeleton ${className}`} />;
}
