import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { sharedText } from '../shared.text';
import { isFromToast } from './toast-region';
import { useOpened } from './use-opened';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons; the primary one comes last. */
  readonly footer: ReactNode;
}

/** The app's dialog. It traps focus, and closes on Escape, on its cross and on a press outside. */
export function Dialog({ open, onClose, title, lead, children, footer }: DialogProps) {
  const opened = useOpened(open);
  return (
    <Base.Root open={opened} onOpenChange={(next, { event }) => !next && !isFromToast(event) && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup className="fixed top-[max(1rem,12vh)] left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[min(30rem,calc(100vw-2rem))] -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-raised text-ink shadow-pop outline-none transition-[opacity,scale] duration-150 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
          <div className="flex items-start justify-between gap-4 px-5 pt-4.5">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label={sharedText.close}
              className="-mt-0.5 -mr-1.5 inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
            >
              <X size={18} />
            </Base.Close>
          </div>
          <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-5">
            {lead !== undefined && <Base.Description className="text-muted wrap-anywhere">{lead}</Base.Description>}
            {children}
          </div>
          <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3.5">{footer}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
