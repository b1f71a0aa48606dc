import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

import { sharedText } from '../shared.text';
import { useAtom } from '../state/jotai';
import { closeToast, nextToastChange, removeExpired, toastsAtom, type Toast } from '../state/toasts';
import { cx } from './class-names';
import { ToneIcon, type Tone } from './notice';

const ICON_COLOR: Record<Tone, string> = { good: 'text-good', info: 'text-accent', warn: 'text-warn', bad: 'text-bad' };

/** Shows toasts at the bottom of the page, above any dialog, and announces them. They stay while the pointer or the focus is on them. */
export function ToastRegion() {
  const [toasts, setToasts] = useAtom(toastsAtom);
  const [held, setHeld] = useState(false);
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    if (held) return undefined;
    const time = Date.now();
    const next = nextToastChange(toasts, time);
    if (next === null) return undefined;
    const timer = window.setTimeout(() => {
      const later = Date.now();
      setNow(later);
      setToasts((all) => removeExpired(all, later));
    }, next - time);
    return () => window.clearTimeout(timer);
  }, [toasts, held, now, setToasts]);

  return createPortal(
    <div
      data-messages
      role="region"
      aria-label={sharedText.messages}
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 z-70 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toasts.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          open={held || toast.closesAt > now}
          onClose={() => {
            const time = Date.now();
            setHeld(false);
            setNow(time);
            setToasts((all) => closeToast(all, toast.id, time));
          }}
        />
      ))}
    </div>,
    document.body,
  );
}

/** Returns whether an event comes from a toast: pressing a toast must not close the dialog behind it. */
export function isFromToast(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-messages]') !== null;
}

function ToastCard({ toast, open, onClose }: { readonly toast: Toast; readonly open: boolean; readonly onClose: () => void }) {
  return (
    <div
      className={cx(
        'rise flex items-start gap-3 rounded-lg border border-line bg-raised py-3 pr-2 pl-4 shadow-pop transition-opacity duration-200',
        open ? 'pointer-events-auto' : 'opacity-0',
      )}
    >
      <span className={ICON_COLOR[toast.tone]}>
        <ToneIcon tone={toast.tone} />
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        {toast.header !== '' && <p className="font-semibold">{toast.header}</p>}
        <p className={toast.header === '' ? undefined : 'text-muted'}>{toast.text}</p>
      </div>
      <button
        type="button"
        aria-label={sharedText.dismiss}
        onClick={onClose}
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-ink"
      >
        <X size={16} />
      </button>
    </div>
  );
}
