import { Link } from 'wouter';

import { formatHistoryTime } from '../history-time';
import { operatorPaths } from '../paths';
import { sharedText } from '../shared.text';
import { latest } from '../state/remote';
import { useInterval } from '../state/use-interval';
import { pausedText, useWritePauses } from '../state/write-pauses';
import { textLink } from './button';
import { Notice } from './notice';

const text = sharedText.pauses;

/** Polling interval of the pauses, in ms. */
const REFRESH_MS = 30_000;

/** Shows on every operator page what is paused, since when, by whom and why. */
export function WritePausesNotice() {
  const loaded = useWritePauses();
  useInterval(REFRESH_MS, loaded.reload);
  const pauses = latest(loaded.remote)?.pauses ?? [];
  if (loaded.remote.state === 'failed') return <Notice tone="warn" title={text.unknown} />;
  if (pauses.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={pauses.length === 1 ? text.paused : text.several(pauses.length)}
      action={
        <Link href={operatorPaths.pauses} className={textLink}>
          {text.show}
        </Link>
      }
    >
      <ul>
        {pauses.map((pause) => (
          <li key={`${pause.accountId}:${pause.source}`}>
            {text.line(pausedText(pause), formatHistoryTime(pause.since), pause.by, pause.reason)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
