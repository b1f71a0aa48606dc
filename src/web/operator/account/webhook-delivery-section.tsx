import { parseSource, sourceName } from '../../../domain/source';
import type { HeardHour, PlatformHearing } from '../../../gen/sh/operations_pb';
import { Button } from '../../shared/components/button';
import { When } from '../../shared/components/when';
import { formatCount } from '../../shared/formats';
import { formatHistoryTime } from '../../shared/history-time';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { SectionContent } from './section-content';
import { deliveryAtom } from './state';
import { webhooksText } from './webhooks.text';

const text = webhooksText.delivery;

/** Shows how many stock changes each platform's webhooks reported, and how many they missed. */
export function WebhookDeliverySection({ accountId }: { readonly accountId: string }) {
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: deliveryAtom,
    key: accountId,
    label: 'getting webhook delivery',
    make: (_, options) => operators.operations.getAccountHearing({ id: accountId }, options),
    keep: true,
  });
  return (
    <SectionContent loaded={loaded} failed={text.failed}>
      {({ platforms }) => (
        <>
          <p className="mb-3 text-sm text-muted">{text.lead}</p>
          {platforms.map((platform) => (
            <Platform key={platform.source} platform={platform} />
          ))}
          <Button size="sm" onClick={loaded.reload}>
            {text.refresh}
          </Button>
        </>
      )}
    </SectionContent>
  );
}

function Platform({ platform }: { readonly platform: PlatformHearing }) {
  const source = parseSource(platform.source);
  const name = source === null ? platform.source : sourceName(source);
  const { silent, lastHeard, heard, found, untold, hours } = platform;
  return (
    <section aria-label={name} className="mb-4">
      <h3 className="font-medium">
        {name} {silent && <span className="text-bad">{text.silent}</span>}
      </h3>
      <p className="text-sm text-muted">
        {text.last24Hours(heard, found, untold)} {text.lastReceived}{' '}
        {lastHeard === '' ? text.neverReceived : <When at={lastHeard}>{formatHistoryTime(lastHeard)}</When>}
      </p>
      {hours.length > 0 && <Hours platform={name} hours={hours} />}
    </section>
  );
}

function Hours({ platform, hours }: { readonly platform: string; readonly hours: readonly HeardHour[] }) {
  return (
    <table aria-label={text.byHour(platform)} className="mt-2 w-full table-fixed text-sm tabular-nums">
      <thead>
        <tr className="[&_th]:border-b [&_th]:border-line [&_th]:py-1.5 [&_th]:text-left [&_th]:font-medium [&_th]:text-muted">
          <th scope="col">{text.hour}</th>
          <th scope="col">{text.received}</th>
          <th scope="col" title={text.foundFirstMeaning}>
            {text.foundFirst}
          </th>
          <th scope="col">{text.missed}</th>
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
