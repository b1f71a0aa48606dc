import { RefreshCw } from 'lucide-react';

import { sourceName, type Source } from '../../../domain/source';
import type { AccessReport, Connection } from '../../../gen/sh/connections_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { ToneIcon } from '../../shared/components/notice';
import { Panel } from '../../shared/components/page';
import { Unloaded } from '../../shared/components/unloaded';
import { connectOrdersPath, connectTeamPath } from '../../shared/paths';
import type { Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { text } from './platform.text';

/** Square's scope for reading team members (Team API). */
export const TEAM_SCOPE = 'EMPLOYEES_READ';

/** Shopify's scope for reading orders of the last 60 days. */
const ORDER_SCOPE = 'read_orders';

/** Lists every permission that the product asks for, and whether it was granted. */
export function Permissions({ connection }: { readonly connection: Connection }) {
  return (
    <Panel title={text.permissions}>
      {connection.state !== 'connected' && <p className="border-b border-line px-4 py-2.5 text-muted">{text.askedOnConnect}</p>}
      <ul className="divide-y divide-line">
        {connection.desiredScopes.map((scope) => (
          <Permission key={scope} scope={scope} connection={connection} />
        ))}
        {connection.state === 'connected' && <OptionalPermission connection={connection} />}
      </ul>
    </Panel>
  );
}

/** Shows whether what names a change's author or order may be read, which is optional: without it nothing is missing. */
function OptionalPermission({ connection }: { readonly connection: Connection }) {
  const isSquare = connection.source === 'square';
  const scope = isSquare ? TEAM_SCOPE : ORDER_SCOPE;
  if (connection.grantedScopes.includes(scope)) return <Permission scope={scope} connection={connection} />;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-2.5">
      <span className="min-w-0">
        {text.scope(scope)}
        <span className="block font-mono text-xs break-words text-faint">{scope}</span>
      </span>
      <ButtonLink external size="sm" href={isSquare ? connectTeamPath : connectOrdersPath(connection.name)}>
        {isSquare ? text.showTeam : text.showOrders}
      </ButtonLink>
    </li>
  );
}

function Permission({ scope, connection }: { readonly scope: string; readonly connection: Connection }) {
  const connected = connection.state === 'connected';
  const granted = connection.grantedScopes.includes(scope);
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      {connected && (
        <span className={granted ? 'text-good' : 'text-warn'}>
          <ToneIcon tone={granted ? 'good' : 'warn'} />
        </span>
      )}
      <span className="min-w-0 flex-1">
        {text.scope(scope)}
        <span className="block font-mono text-xs break-words text-faint">{scope}</span>
      </span>
      {connected && (
        <span className={granted ? 'text-sm text-muted' : 'text-sm font-medium text-warn'}>{granted ? text.granted : text.notGranted}</span>
      )}
    </li>
  );
}

interface WebhooksProps {
  readonly source: Source;
  readonly connected: boolean;
  readonly report: Loaded<AccessReport>;
}

/** Shows whether every webhook is set up, as just read from the platform. */
export function Webhooks({ source, connected, report }: WebhooksProps) {
  const checking = report.remote.state === 'loading';
  return (
    <Panel
      title={text.webhooks}
      actions={
        connected && (
          <Button size="sm" busy={checking} onClick={report.reload} icon={<RefreshCw size={14} />}>
            {text.check}
          </Button>
        )
      }
    >
      {connected ? (
        <WebhookList source={source} report={report} />
      ) : (
        <p className="px-4 py-4 text-muted">{text.connectFirst(sourceName(source))}</p>
      )}
    </Panel>
  );
}

function WebhookList({ source, report }: Omit<WebhooksProps, 'connected'>) {
  const platform = sourceName(source);
  const found = latest(report.remote)?.platforms.find((one) => one.source === source);
  if (found === undefined) {
    return <Unloaded loaded={report} title={text.notChecked(platform)} rows={2} />;
  }
  if (!found.webhooksChecked) {
    return (
      <p className="px-4 py-4 text-muted">
        {found.problem === '' ? text.notChecked(platform) : found.problem} {text.stillRead}
      </p>
    );
  }
  if (found.missingWebhooks.length === 0) {
    return (
      <p className="flex items-start gap-3 px-4 py-4">
        <span className="text-good">
          <ToneIcon tone="good" />
        </span>
        {text.complete(platform)}
      </p>
    );
  }
  return (
    <div className="px-4 py-4">
      <p className="flex items-start gap-3">
        <span className="text-warn">
          <ToneIcon tone="warn" />
        </span>
        {text.missing(found.missingWebhooks)}
      </p>
      <p className="mt-1.5 text-muted">{found.remedy}</p>
    </div>
  );
}
