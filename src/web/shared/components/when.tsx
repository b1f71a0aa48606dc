import { formatFull } from '../dates';

/** A short date with the full one on hover and in `dateTime`. */
export function When({ at, children }: { readonly at: string; readonly children: string }) {
  return (
    <time dateTime={at} title={formatFull(at)} className="whitespace-nowrap tabular-nums">
      {children}
    </time>
  );
}
