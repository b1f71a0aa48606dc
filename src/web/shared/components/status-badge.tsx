import { cx } from './class-names';

/** Whether something works, as a word with a dot before it. */
export function StatusBadge({ okay, children }: { readonly okay: boolean; readonly children: string }) {
  return (
    <span className="inline-flex items-center gap-2 font-medium">
      <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', okay ? 'bg-good' : 'bg-bad')} />
      {children}
    </span>
  );
}
