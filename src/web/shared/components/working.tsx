import { Spinner } from './spinner';

/** Says what is being done, and how far it has come, in place of its result. */
export function Working({ children }: { readonly children: string }) {
  return (
    <p role="status" className="flex items-center gap-2.5 py-8 text-muted tabular-nums">
      <Spinner /> {children}
    </p>
  );
}
