import { cx } from './class-names';

/** A status with a green dot, or a red one when it is not okay. */
export function StatusBadge({ okay, children }: { readonly okay: boolean; readonly children: string }) {
  return (
    <span className="inline-flex items-center gap-2 font-medium">
      <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', okay ? 'bg-good' : 'bg-bad')} />
      {children}
    </span>
  );
}
