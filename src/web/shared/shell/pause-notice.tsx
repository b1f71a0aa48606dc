import { ChevronDown, Pause } from 'lucide-react';

import { parseSource, sourceName } from '../../../domain/source';
import type { WritePause } from '../../../gen/sh/account_pb';
import { useBreakpoints } from '../components/breakpoint';
import { formatHistoryTime } from '../history-time';
import { useAtomValue } from '../state/jotai';
import { describePauses } from '../state/problems';
import { latest } from '../state/remote';
import { statusAtom } from '../state/session';
import { shellText } from './shell.text';

/** Describes a pause for merchants: what is paused, by whom, when and why, and that no change is lost. */
export function describePause({ source, by, reason, since }: WritePause): string {
  const known = parseSource(source);
  const platforms = known === null ? shellText.bothPlatforms : sourceName(known);
  return shellText.paused({ by, platforms, since: formatHistoryTime(since), reason: reason.trim().replace(/\.+$/u, '') });
}

/** Shows above every page that changes are paused; on a phone it collapses to one line. */
export function PauseNotice() {
  const pauses = latest(useAtomValue(statusAtom))?.writePauses ?? [];
  const wide = useBreakpoints().has('sm');
  if (pauses.length === 0) return null;
  const icon = <Pause size={15} className="mt-0.5 shrink-0 text-warn" />;
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
            <ChevronDown size={16} className="shrink-0 text-muted group-open:rotate-180" />
          </summary>
          <div className="px-4 pb-3">{list}</div>
        </details>
      )}
    </div>
  );
}
