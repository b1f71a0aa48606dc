import { Link } from 'wouter';

import { formatHistoryTime } from '../dates';
import { operatorPaths } from '../paths';
import { latest } from '../state/remote';
import { useInterval } from '../state/use-interval';
import { pausedText, useWritePauses } from '../state/write-pauses';
import { textLink } from './button';
import { Notice } from './notice';

/** How often the operators' screens look for pauses, in ms. */
const LOOK_MS = 30_000;

/** Says on every operators' screen what is paused, since when, by whom and why. */
export function WritePausesNotice() {
  const loaded = useWritePauses();
  useInterval(LOOK_MS, loaded.reload);
  const pauses = latest(loaded.remote)?.pauses ?? [];
  if (loaded.remote.state === 'failed') return <Notice tone="warn" title="It could not be read whether changes are paused." />;
  if (pauses.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={pauses.length === 1 ? 'Changes are paused' : `${pauses.length} pauses of changes are in force`}
      action={
        <Link href={operatorPaths.pauses} className={textLink}>
          Pauses
        </Link>
      }
    >
      <ul>
        {pauses.map((pause) => (
          <li key={`${pause.accountId}:${pause.source}`}>
            Paused: {pausedText(pause)}, since {formatHistoryTime(pause.since)}, by {pause.by}: {pause.reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
