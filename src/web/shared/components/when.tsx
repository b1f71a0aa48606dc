import { formatFull } from '../dates';

/** A date in short, with the whole of it on hover and for machines. */
export function When({ at, children }: { readonly at: string; readonly children: string }) {
  return (
    <time dateTime={at} title={formatFull(at)} className="whitespace-nowrap tabular-nums">
      {children}
    </time>
  );
}
