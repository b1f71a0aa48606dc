import { lazy, useState } from 'react';
import { useLocation } from 'wouter';

import { sourceName, type Source } from '../../../domain/source';
import type { Connection } from '../../../gen/sh/connections_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { Fact, Facts } from '../../shared/components/facts';
import { LazyPart } from '../../shared/components/lazy-part';
import { Notice } from '../../shared/components/notice';
import { OtherWritersNotice } from '../../shared/components/other-writers-notice';
import { Page, Panel } from '../../shared/components/page';
import { StatusBadge } from '../../shared/components/status-badge';
import { Unloaded } from '../../shared/components/unloaded';
import { When } from '../../shared/components/when';
import { formatHistoryTime } from '../../shared/history-time';
import { connectPath, connectTeamPath, platformPath } from '../../shared/paths';
import { attentionText, connectionStatus, isOkay, useAccessReport, useConnections } from '../../shared/state/connections';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { sessionAtom } from '../../shared/state/session';
import { Permissions, TEAM_SCOPE, Webhooks } from './access-panels';
import { ConnectionFacts } from './connection-facts';
import { text as connectionText } from './connections.text';
import { OtherWritersPanel } from './other-writers-panel';
import { text } from './platform.text';

const DisconnectDialog = lazy(async () => ({ default: (await import('../../shared/components/disconnect-dialog')).DisconnectDialog }));

/** Shows our access to one platform: connection, permissions and webhooks, with the buttons that connect and disconnect it. */
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
    <Page width="text" title={platform} lead={text.lead(platform)}>
      {connection === null ? (
        <Panel>
          <Unloaded loaded={connections} title={connectionText.one.notLoaded} rows={8} />
        </Panel>
      ) : (
        <div className="flex flex-col gap-5">
          {attentionText(connection) !== '' && (
            <Notice tone="warn" title={connectionText.needsAttention}>
              {attentionText(connection)}
            </Notice>
          )}
          {source === 'square' && connection.state === 'connected' && <OtherWritersNotice />}
          <ConnectionPanel source={source} connection={connection} />
          <Permissions connection={connection} />
          {source === 'square' && connection.state === 'connected' && <OtherWritersPanel />}
          <Webhooks source={source} connected={connection.state === 'connected'} report={report} />
        </div>
      )}
    </Page>
  );
}

function ConnectionPanel({ source, connection }: { readonly source: Source; readonly connection: Connection }) {
  const [confirming, setConfirming] = useState(false);
  const shop = latest(useAtomValue(sessionAtom))?.shopifyDomain ?? '';
  const platform = sourceName(source);
  const okay = isOkay(connection);
  const isKnown = connection.state !== 'disconnected';
  const keepsTeam = connection.grantedScopes.includes(TEAM_SCOPE);
  return (
    <Panel title={connectionText.facts.heading}>
      <Facts>
        <Fact name={connectionText.facts.status}>
          <StatusBadge okay={okay}>{connectionStatus(connection)}</StatusBadge>
        </Fact>
        <ConnectionFacts connection={connection} />
        {connection.expiresAt !== '' && (
          <Fact name={text.renewsBefore}>
            <When at={connection.expiresAt}>{formatHistoryTime(connection.expiresAt)}</When>
          </Fact>
        )}
      </Facts>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-4 py-3">
        {isKnown && (
          <Button size="sm" kind="quiet" onClick={() => setConfirming(true)}>
            {text.disconnect}
            <span className="sr-only"> {platform}</span>
          </Button>
        )}
        <ButtonLink external size="sm" kind={okay ? 'secondary' : 'primary'} href={keepsTeam ? connectTeamPath : connectPath(source, shop)}>
          {isKnown ? connectionText.reconnect : connectionText.connect}
          <span className="sr-only"> {platform}</span>
        </ButtonLink>
      </div>
      {confirming && (
        <LazyPart onClose={() => setConfirming(false)}>
          <DisconnectDialog source={source} name={connection.label || connection.name} onClose={() => setConfirming(false)} />
        </LazyPart>
      )}
    </Panel>
  );
}
