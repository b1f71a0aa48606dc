import { lazy, useState } from 'react';
import { useLocation } from 'wouter';

import { sourceName, type Source } from '../../../domain/source';
import type { Connection } from '../../../gen/sh/connections_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { ErrorPanel } from '../../shared/components/error-panel';
import { Fact, Facts } from '../../shared/components/facts';
import { LazyPart } from '../../shared/components/lazy-part';
import { Notice } from '../../shared/components/notice';
import { Page, Panel } from '../../shared/components/page';
import { SkeletonRows } from '../../shared/components/skeleton';
import { StatusBadge } from '../../shared/components/status-badge';
import { When } from '../../shared/components/when';
import { formatDay, formatHistoryTime } from '../../shared/dates';
import { connectPath, platformPath } from '../../shared/paths';
import { attentionText, connectionStatus, isOkay, useAccessReport, useConnections } from '../../shared/state/connections';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { sessionAtom } from '../../shared/state/session';
import { Permissions, Webhooks } from './access-panels';

const DisconnectDialog = lazy(async () => ({ default: (await import('../../shared/components/disconnect-dialog')).DisconnectDialog }));

/** One platform's access: how it stands, what was granted, what is sent to us, and the ways to renew and to end it. */
export function PlatformPage() {
  const [path] = useLocation();
  return <Access source={path === platformPath('square') ? 'square' : 'shopify'} />;
}

function Access({ source }: { readonly source: Source }) {
  const connections = useConnections();
  const report = useAccessReport();
  const platform = sourceName(source);
  const connection = latest(connections.remote)?.connections.find((one) => one.source === source) ?? null;
  return (
    <Page width="text" title={platform} lead={`How Shelfbridge gets into your ${platform} account, and what it may do there.`}>
      {connection === null ? (
        <Panel>
          {connections.remote.state === 'failed' ? (
            <ErrorPanel title="The connection could not be loaded." failure={connections.remote.failure} onRetry={connections.reload} />
          ) : (
            <SkeletonRows rows={8} />
          )}
        </Panel>
      ) : (
        <div className="flex flex-col gap-5">
          {attentionText(connection) !== '' && (
            <Notice tone="warn" title="Needs Attention">
              {attentionText(connection)}
            </Notice>
          )}
          <ConnectionPanel source={source} connection={connection} />
          <Permissions connection={connection} />
          <Webhooks source={source} connected={connection.state === 'connected'} report={report} />
        </div>
      )}
    </Page>
  );
}

function ConnectionPanel({ source, connection }: { readonly source: Source; readonly connection: Connection }) {
  const [asking, setAsking] = useState(false);
  const shop = latest(useAtomValue(sessionAtom))?.shopifyDomain ?? '';
  const platform = sourceName(source);
  const okay = isOkay(connection);
  const known = connection.state !== 'disconnected';
  return (
    <Panel title="Connection">
      <Facts>
        <Fact name="Status">
          <StatusBadge okay={okay}>{connectionStatus(connection)}</StatusBadge>
        </Fact>
        <Fact name="Business">{connection.label || '–'}</Fact>
        <Fact name="Identifier">{connection.name || '–'}</Fact>
        <Fact name="Connected since">
          {connection.connectedAt === '' ? '–' : <When at={connection.connectedAt}>{formatDay(connection.connectedAt)}</When>}
        </Fact>
        {connection.expiresAt !== '' && (
          <Fact name="Renewed by itself before">
            <When at={connection.expiresAt}>{formatHistoryTime(connection.expiresAt)}</When>
          </Fact>
        )}
      </Facts>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-4 py-3">
        {known && (
          <Button size="sm" kind="quiet" onClick={() => setAsking(true)}>
            Disconnect<span className="sr-only"> {platform}</span>
          </Button>
        )}
        <ButtonLink external size="sm" kind={okay ? 'secondary' : 'primary'} href={connectPath(source, shop)}>
          {known ? 'Reconnect' : 'Connect'}
          <span className="sr-only"> {platform}</span>
        </ButtonLink>
      </div>
      {asking && (
        <LazyPart onClose={() => setAsking(false)}>
          <DisconnectDialog source={source} name={connection.label || connection.name} onClose={() => setAsking(false)} />
        </LazyPart>
      )}
    </Panel>
  );
}
