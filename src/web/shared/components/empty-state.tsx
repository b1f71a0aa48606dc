import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Shown in place of an empty list: what it means and what to do next. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      {Icon !== undefined && (
        <div className="mb-1 flex size-11 items-center justify-center rounded-full bg-sunken text-faint">
          <Icon size={22} />
        </div>
      )}
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="w-full max-w-sm text-muted wrap-anywhere">{children}</div>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}
