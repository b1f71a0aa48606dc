import { Dialog as Base } from '@base-ui/react/dialog';
import { Menu, X } from 'lucide-react';
import { useState } from 'react';

import { BrandMark } from '../components/platform-glyph';
import { isFromToast } from '../components/toast-region';
import { sharedText } from '../shared.text';
import { NewSiteNav } from './new-site-nav';
import { shellText } from './shell.text';

/** The navigation on narrow screens: a button opens it from the left; a link, Escape, its cross or a press outside closes it. */
export function NewSiteMenu({ operator }: { readonly operator: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <Base.Root open={open} onOpenChange={(next, { event }) => (next || !isFromToast(event)) && setOpen(next)}>
      <Base.Trigger
        aria-label={shellText.openNavigation}
        className="-ml-2 inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink lg:hidden"
      >
        <Menu size={20} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 lg:hidden" />
        <Base.Popup className="fixed inset-y-0 left-0 z-50 flex w-[min(18rem,calc(100vw-3rem))] flex-col border-r border-line bg-raised text-ink shadow-pop outline-none transition-transform duration-200 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full lg:hidden">
          <div className="flex h-14 shrink-0 items-center gap-2.5 border-b border-line pr-3 pl-5">
            <BrandMark />
            <Base.Title className="flex-1 text-lg font-semibold tracking-tight">{sharedText.brand}</Base.Title>
            <Base.Close
              aria-label={sharedText.close}
              className="inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
            >
              <X size={20} />
            </Base.Close>
          </div>
          <NewSiteNav operator={operator} onChoose={() => setOpen(false)} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
