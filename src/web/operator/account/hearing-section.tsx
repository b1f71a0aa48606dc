import { parseSource, sourceName } from '../../../domain/source';
import type { HeardHour, PlatformHearing } from '../../../gen/sh/operations_pb';
import { Button } from '../../shared/components/button';
import { When } from '../../shared/components/when';
import { formatHistoryTime } from '../../shared/dates';
import { formatCount } from '../../shared/formats';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { SectionFailure } from './section-failure';
import { hearingAtom } from './state';

/** What each platform's webhooks told of levels, what was found without them, and when. */
export function HearingSection({ accountId }: { readonly accountId: string }) {
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: hearingAtom,
    key: accountId,
    label: 'getting what webhooks told',
    make: (_, options) => operators.operations.getAccountHearing({ id: accountId }, options),
    keep: true,
  });
  const hearing = latest(loaded.remote);
  if (hearing === null) {
    return loaded.remote.state === 'failed' ? (
      <SectionFailure title="What webhooks told could not be read." failure={loaded.remote.failure} onRetry={loaded.reload} />
    ) : (
      <p className="px-4 pb-4 text-muted">Loading...</p>
    );
  }
  return (
    <div className="px-4 pb-4">
      <p className="mb-3 text-sm text-muted">
        Every change of stock is followed by a webhook, our own writes included. What no webhook told within ten minutes counts as not told.
      </p>
      {hearing.platforms.map((platform) => (
        <Platform key={platform.source} platform={platform} />
      ))}
      <Button size="sm" onClick={loaded.reload}>
        Refresh
      </Button>
    </div>
  );
}

function Platform({ platform }: { readonly platform: PlatformHearing }) {
  const source = parseSource(platform.source);
  const name = source === null ? platform.source : sourceName(source);
  const { silent, lastHeard, heard, found, untold, hours } = platform;
  return (
    <section aria-label={name} className="mb-4">
      <h3 className="font-medium">
        {name} {silent && <span className="text-bad">does not tell of changes</span>}
      </h3>
      <p className="text-sm text-muted">
        In the last 24 hours: {formatCount(heard)} heard, {formatCount(found)} found first, {formatCount(untold)} not told. Last heard:{' '}
        {lastHeard === '' ? 'not yet' : <When at={lastHeard}>{formatHistoryTime(lastHeard)}</When>}
      </p>
      {hours.length > 0 && <Hours name={name} hours={hours} />}
    </section>
  );
}

function Hours({ name, hours }: { readonly name: string; readonly hours: readonly HeardHour[] }) {
  return (
    <table aria-label={`${name} by the hour`} className="mt-2 w-full table-fixed text-sm tabular-nums">
      <thead>
        <tr className="[&_th]:border-b [&_th]:border-line [&_th]:py-1.5 [&_th]:text-left [&_th]:font-medium [&_th]:text-muted">
          <th scope="col">Hour from</th>
          <th scope="col">Heard</th>
          <th scope="col">Found first</th>
          <th scope="col">Not told</th>
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour.begins} className="[&_td]:border-b [&_td]:border-line [&_td]:py-1">
            <td>
              <When at={hour.begins}>{formatHistoryTime(hour.begins)}</When>
            </td>
            <td>{formatCount(hour.heard)}</td>
            <td>{formatCount(hour.found)}</td>
            <td className={hour.untold > 0 ? 'text-bad' : ''}>{formatCount(hour.untold)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
