import { lazy } from 'react';
import { Link, useParams } from 'wouter';

import { parseSource, sourceName, type Source } from '../../../domain/source';
import type { Connection } from '../../../gen/sh/connections_pb';
import { ButtonLink, textLink } from '../../shared/components/button';
import { Fact, Facts } from '../../shared/components/facts';
import { Notice } from '../../shared/components/notice';
import { Page, Panel } from '../../shared/components/page';
import { StatusBadge } from '../../shared/components/status-badge';
import { Unloaded } from '../../shared/components/unloaded';
import { When } from '../../shared/components/when';
import { formatCount } from '../../shared/formats';
import { formatHistoryTime } from '../../shared/history-time';
import { inventoryPath, paths, platformPath } from '../../shared/paths';
import { attentionText, connectionStatus, isOkay, useConnections } from '../../shared/state/connections';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { statusAtom } from '../../shared/state/session';
import { ConnectionFacts } from './connection-facts';
import { text } from './connections.text';

const NotFound = lazy(async () => ({ default: (await import('../../shared/components/not-found-page')).NotFoundPage }));

/** Shows one connection: its state, and how much was read from that platform. */
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
      title={text.one.title(platform)}
      lead={
        <Link href={paths.connections} className={textLink}>
          {text.one.all}
        </Link>
      }
      actions={<ButtonLink href={platformPath(source)}>{text.one.manage}</ButtonLink>}
    >
      {connection === null ? (
        <Panel>
          <Unloaded loaded={loaded} title={text.one.notLoaded} rows={8} />
        </Panel>
      ) : (
        <div className="flex flex-col gap-5">
          <Attention connection={connection} />
          <Identity connection={connection} />
          <Counts connection={connection} source={source} />
        </div>
      )}
    </Page>
  );
}

function Attention({ connection }: { readonly connection: Connection }) {
  const attention = attentionText(connection);
  if (attention === '') return null;
  return (
    <Notice tone="warn" title={text.needsAttention}>
      {attention}
    </Notice>
  );
}

function Identity({ connection }: { readonly connection: Connection }) {
  const okay = isOkay(connection);
  return (
    <Panel title={text.facts.heading}>
      <Facts>
        <Fact name={text.facts.status}>
          <StatusBadge okay={okay}>{okay ? text.okay : text.needsAttention}</StatusBadge>
        </Fact>
        <Fact name={text.facts.connection}>{connectionStatus(connection)}</Fact>
        <ConnectionFacts connection={connection} />
      </Facts>
    </Panel>
  );
}

function Counts({ connection, source }: { readonly connection: Connection; readonly source: Source }) {
  const snapshot = latest(useAtomValue(statusAtom))?.snapshots.find(({ name }) => name === source);
  const counted = (count: number, href: string) => (
    <Link href={href} className={textLink}>
      {formatCount(count)}
    </Link>
  );
  return (
    <Panel title={text.one.catalog}>
      <Facts>
        <Fact name={text.locations}>{counted(connection.locations, paths.locations)}</Fact>
        <Fact name={text.products}>{counted(connection.products, inventoryPath('all'))}</Fact>
        <Fact name={text.variations}>{counted(connection.variations, inventoryPath('all'))}</Fact>
        <Fact name={text.activeSyncs}>{formatCount(connection.activeSyncs)}</Fact>
        <Fact name={text.one.lastRead}>
          {snapshot === undefined || snapshot.completed === '' ? (
            text.one.never
          ) : (
            <When at={snapshot.completed}>{formatHistoryTime(snapshot.completed)}</When>
          )}
        </Fact>
      </Facts>
    </Panel>
  );
}
