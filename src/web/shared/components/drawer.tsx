import { Drawer as Base } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { sharedText } from '../shared.text';
import { isFromToast } from './toast-region';
import { useOpened } from './use-opened';

interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** A sheet from the right: full width on small screens, half on large ones. It opens in 250 ms; Escape, its cross, a press outside or a swipe closes it. */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  const opened = useOpened(open);
  return (
    <Base.Root open={opened} onOpenChange={(next, { event }) => !next && !isFromToast(event) && onClose()} swipeDirection="right">
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade transition-opacity duration-250 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-50 flex justify-end">
          <Base.Popup className="flex h-full w-full [transform:translateX(var(--drawer-swipe-movement-x))] flex-col border-l border-line bg-raised text-ink shadow-pop outline-none transition-transform duration-250 ease-out data-ending-style:[transform:translateX(100%)] data-starting-style:[transform:translateX(100%)] data-swiping:transition-none lg:w-1/2">
            <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-3.5">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              <Base.Close
                aria-label={sharedText.close}
                className="inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
              >
                <X size={20} />
              </Base.Close>
            </div>
            <Base.Content className="min-h-0 flex-1 overflow-y-auto p-5">{children}</Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
