import { Pause } from 'lucide-react';

import { sourceName } from '../../../domain/source';
import type { WritePause } from '../../../gen/sh/account_pb';
import { formatHistoryTime, readDate } from '../../dates';
import { useAtomValue } from '../../state/jotai';
import { latest } from '../../state/remote';
import { statusAtom } from '../../state/session';

/** What a merchant reads of a pause: what does not go on, who stopped it when and why, and that nothing is lost. */
export function describePause({ source, by, reason, since }: WritePause): string {
  const where = source === 'shopify' || source === 'square' ? sourceName(source) : 'Shopify and Square';
  const when = readDate(since) === null ? '' : ` since ${formatHistoryTime(since)}`;
  return `The operators of Shelfbridge (${by}) have paused changes to ${where}${when}: ${reason}. Changes are counted, and sent once this ends; large ones wait for your word first.`;
}

/** Says above every screen that changes are paused. */
export function PauseNotice() {
  const pauses = latest(useAtomValue(statusAtom))?.writePauses ?? [];
  return pauses.map((pause) => (
    <p
      key={`${pause.source} ${pause.since} ${pause.reason}`}
      role="status"
      className="flex items-center justify-center gap-2 border-b border-warn-line bg-warn-soft px-4 py-1.5 text-center text-sm wrap-anywhere"
    >
      <Pause size={15} aria-hidden="true" className="shrink-0 text-warn" />
      <span>{describePause(pause)}</span>
    </p>
  ));
}
