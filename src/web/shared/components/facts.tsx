import type { ReactNode } from 'react';

/** A description list; each line is a `Fact`. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>;
}

/** One line of a description list: name and value. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 px-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="ml-auto min-w-0 text-right font-medium break-words tabular-nums">{children}</dd>
    </div>
  );
}
