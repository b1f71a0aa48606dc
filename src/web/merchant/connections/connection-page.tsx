import { lazy } from 'react';
import { Link, useParams } from 'wouter';

import { parseSource, sourceName, type Source } from '../../../domain/source';
import type { Connection } from '../../../gen/sh/connections_pb';
import { ButtonLink, textLink } from '../../shared/components/button';
import { ErrorPanel } from '../../shared/components/error-panel';
import { Fact, Facts } from '../../shared/components/facts';
import { Notice } from '../../shared/components/notice';
import { Page, Panel } from '../../shared/components/page';
import { SkeletonRows } from '../../shared/components/skeleton';
import { StatusBadge } from '../../shared/components/status-badge';
import { When } from '../../shared/components/when';
import { formatDay, formatHistoryTime } from '../../shared/dates';
import { formatCount } from '../../shared/formats';
import { inventoryPath, paths, platformPath } from '../../shared/paths';
import { attentionText, connectionStatus, isOkay, useConnections } from '../../shared/state/connections';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { statusAtom } from '../../shared/state/session';

const NotFound = lazy(async () => ({ default: (await import('../../shared/components/not-found-page')).NotFoundPage }));

/** One connection: how it stands, and what is known of that platform. */
export function ConnectionPage() {
  const { connectionId = '' } = useParams<{ connectionId?: string }>();
  const source = parseSource(connectionId);
  return source === null ? <NotFound /> : <Details source={source} />;
}

function Details({ source }: { readonly source: Source }) {
  const loaded = useConnections();
  const connection = latest(loaded.remote)?.connections.find((one) => one.source === source) ?? null;
  const platform = sourceName(source);
  return (
    <Page
      width="text"
      title={`${platform} connection`}
      lead={
        <Link href={paths.connections} className={textLink}>
          All connections
        </Link>
      }
      actions={<ButtonLink href={platformPath(source)}>Manage access</ButtonLink>}
    >
      {connection === null ? (
        <Panel>
          {loaded.remote.state === 'failed' ? (
            <ErrorPanel title="The connection could not be loaded." failure={loaded.remote.failure} onRetry={loaded.reload} />
          ) : (
            <SkeletonRows rows={8} />
          )}
        </Panel>
      ) : (
        <div className="flex flex-col gap-5">
          <Attention connection={connection} />
          <Identity connection={connection} />
          <Numbers connection={connection} source={source} />
        </div>
      )}
    </Page>
  );
}

function Attention({ connection }: { readonly connection: Connection }) {
  const text = attentionText(connection);
  if (text === '') return null;
  return (
    <Notice tone="warn" title="Needs Attention">
      {text}
    </Notice>
  );
}

function Identity({ connection }: { readonly connection: Connection }) {
  const okay = isOkay(connection);
  return (
    <Panel title="Connection">
      <Facts>
        <Fact name="Status">
          <StatusBadge okay={okay}>{okay ? 'Okay' : 'Needs Attention'}</StatusBadge>
        </Fact>
        <Fact name="Connection">{connectionStatus(connection)}</Fact>
        <Fact name="Business">{connection.label || '–'}</Fact>
        <Fact name="Identifier">{connection.name || '–'}</Fact>
        <Fact name="Connected since">
          {connection.connectedAt === '' ? '–' : <When at={connection.connectedAt}>{formatDay(connection.connectedAt)}</When>}
        </Fact>
      </Facts>
    </Panel>
  );
}

function Numbers({ connection, source }: { readonly connection: Connection; readonly source: Source }) {
  const snapshot = latest(useAtomValue(statusAtom))?.snapshots.find(({ name }) => name === source);
  const counted = (count: number, href: string) => (
    <Link href={href} className={textLink}>
      {formatCount(count)}
    </Link>
  );
  return (
    <Panel title="What Shelfbridge knows">
      <Facts>
        <Fact name="Locations">{counted(connection.locations, paths.locations)}</Fact>
        <Fact name="Products">{counted(connection.products, inventoryPath('all'))}</Fact>
        <Fact name="Variations">{counted(connection.variations, inventoryPath('all'))}</Fact>
        <Fact name="Active Syncs">{formatCount(connection.activeSyncs)}</Fact>
        <Fact name="Catalogue last read">
          {snapshot === undefined || snapshot.completed === '' ? (
            'Not yet'
          ) : (
            <When at={snapshot.completed}>{formatHistoryTime(snapshot.completed)}</When>
          )}
        </Fact>
      </Facts>
    </Panel>
  );
}
