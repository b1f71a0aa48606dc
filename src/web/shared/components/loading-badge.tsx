import { createPortal } from 'react-dom';

import { sharedText } from '../shared.text';
import { callsInFlightAtom } from '../state/calls';
import { useAtomValue } from '../state/jotai';
import { Spinner } from './spinner';

/** Floats at the top while a call that the user waits for is in flight. */
export function LoadingBadge() {
  const busy = useAtomValue(callsInFlightAtom) > 0;
  return createPortal(
    <div role="status" aria-live="polite" className="pointer-events-none fixed top-16 left-1/2 z-60 -translate-x-1/2">
      {busy && (
        <span className="rise inline-flex items-center gap-2 rounded-full border border-line bg-raised px-3 py-1 text-sm text-muted shadow-pop">
          <Spinner size={12} />
          {sharedText.loadingBadge}
        </span>
      )}
    </div>,
    document.body,
  );
}
