import { WifiOff } from 'lucide-react';

import { useAtomValue } from '../state/jotai';
import { statusAtom } from '../state/session';
import { shellText } from './shell.text';

/** Shows above every page that its data is no longer updated. */
export function StaleNotice() {
  const status = useAtomValue(statusAtom);
  if (status.state !== 'failed' || status.last === null) return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 border-b border-warn-line bg-warn-soft px-4 py-1.5 text-center text-sm"
    >
      <WifiOff size={15} className="shrink-0 text-warn" />
      {shellText.stale(status.failure.reference)}
    </p>
  );
}
