import { ChevronDown, Pause } from 'lucide-react';

import { sourceName } from '../../../domain/source';
import type { WritePause } from '../../../gen/sh/account_pb';
import { useBreakpoints } from '../components/breakpoint';
import { formatHistoryTime, readDate } from '../dates';
import { useAtomValue } from '../state/jotai';
import { describePauses } from '../state/problems';
import { latest } from '../state/remote';
import { statusAtom } from '../state/session';

/** What a merchant reads of a pause: what does not go on, who stopped it when and why, and that nothing is lost. */
export function describePause({ source, by, reason, since }: WritePause): string {
  const where = source === 'shopify' || source === 'square' ? sourceName(source) : 'Shopify and Square';
  const when = readDate(since) === null ? '' : ` since ${formatHistoryTime(since)}`;
  const why = reason.trim().replace(/\.+$/u, '');
  return `The operators of Shelfbridge (${by}) have paused changes to ${where}${when}: ${why}. Changes are counted, and sent once this ends; large ones wait for your word first.`;
}

/** Says above every screen that changes are paused: on a phone in one line, which opens to the rest. */
export function PauseNotice() {
  const pauses = latest(useAtomValue(statusAtom))?.writePauses ?? [];
  const wide = useBreakpoints().has('sm');
  if (pauses.length === 0) return null;
  const icon = <Pause size={15} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />;
  const list = (
    <ul className="min-w-0 space-y-1 wrap-anywhere">
      {pauses.map((pause) => (
        <li key={`${pause.source} ${pause.since} ${pause.reason}`}>{describePause(pause)}</li>
      ))}
    </ul>
  );
  return (
    <div role="status" className="border-b border-warn-line bg-warn-soft text-sm">
      {wide ? (
        <div className="mx-auto flex max-w-6xl gap-2 px-6 py-2">
          {icon}
          {list}
        </div>
      ) : (
        <details className="group">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4">
            {icon}
            <span className="min-w-0 flex-1 truncate font-medium">{describePauses(pauses)}</span>
            <ChevronDown size={16} aria-hidden="true" className="shrink-0 text-muted group-open:rotate-180" />
          </summary>
          <div className="px-4 pb-3">{list}</div>
        </details>
      )}
    </div>
  );
}
