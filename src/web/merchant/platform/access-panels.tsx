import { RefreshCw } from 'lucide-react';

import { sourceName, type Source } from '../../../domain/source';
import type { AccessReport, Connection } from '../../../gen/sh/connections_pb';
import { Button } from '../../shared/components/button';
import { ErrorPanel } from '../../shared/components/error-panel';
import { ToneIcon } from '../../shared/components/notice';
import { Panel } from '../../shared/components/page';
import { SkeletonRows } from '../../shared/components/skeleton';
import type { Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { scopeText } from './state';

/** Everything that the product asks for: what it is for, and whether it was granted. */
export function Permissions({ connection }: { readonly connection: Connection }) {
  return (
    <Panel title="Permissions">
      {connection.state !== 'connected' && (
        <p className="border-b border-line px-4 py-2.5 text-muted">You will be asked for these when you connect.</p>
      )}
      <ul className="divide-y divide-line">
        {connection.desiredScopes.map((scope) => (
          <Permission key={scope} scope={scope} connection={connection} />
        ))}
      </ul>
    </Panel>
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
        {scopeText(scope)}
        <span className="block font-mono text-xs break-words text-faint">{scope}</span>
      </span>
      {connected && (
        <span className={granted ? 'text-sm text-muted' : 'text-sm font-medium text-warn'}>{granted ? 'Granted' : 'Not granted'}</span>
      )}
    </li>
  );
}

interface WebhooksProps {
  readonly source: Source;
  readonly connected: boolean;
  readonly report: Loaded<AccessReport>;
}

/** Whether the platform tells us of every change, as it says itself at this moment. */
export function Webhooks({ source, connected, report }: WebhooksProps) {
  const checking = report.remote.state === 'loading';
  return (
    <Panel
      title="Webhooks"
      actions={
        connected && (
          <Button size="sm" busy={checking} onClick={report.reload} icon={<RefreshCw size={14} aria-hidden="true" />}>
            Check again
          </Button>
        )
      }
    >
      {connected ? (
        <Presence source={source} report={report} />
      ) : (
        <p className="px-4 py-4 text-muted">There are none while {sourceName(source)} is not connected.</p>
      )}
    </Panel>
  );
}

function Presence({ source, report }: Omit<WebhooksProps, 'connected'>) {
  const platform = sourceName(source);
  const found = latest(report.remote)?.platforms.find((one) => one.source === source);
  if (found === undefined) {
    return report.remote.state === 'failed' ? (
      <ErrorPanel title={`${platform} could not be asked.`} failure={report.remote.failure} onRetry={report.reload} />
    ) : (
      <SkeletonRows rows={2} />
    );
  }
  if (!found.webhooksChecked) {
    const text = found.problem === '' ? `${platform} could not be asked for its webhooks just now.` : found.problem;
    return <p className="px-4 py-4 text-muted">{text} Changes are also found by regular reading.</p>;
  }
  if (found.missingWebhooks.length === 0) {
    return (
      <p className="flex items-start gap-3 px-4 py-4">
        <span className="text-good">
          <ToneIcon tone="good" />
        </span>
        All webhooks are present: {platform} tells Shelfbridge of every change as it happens.
      </p>
    );
  }
  return (
    <div className="px-4 py-4">
      <p className="flex items-start gap-3">
        <span className="text-warn">
          <ToneIcon tone="warn" />
        </span>
        {found.missingWebhooks.length} missing: {found.missingWebhooks.join(', ')}
      </p>
      <p className="mt-1.5 text-muted">{found.remedy}</p>
    </div>
  );
}
