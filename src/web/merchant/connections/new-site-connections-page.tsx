import { Plus } from 'lucide-react';
import { lazy, useState } from 'react';

import { parseSource, sourceName } from '../../../domain/source';
import type { Connection } from '../../../gen/sh/connections_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { cx } from '../../shared/components/class-names';
import { LazyPart } from '../../shared/components/lazy-part';
import { Page, Panel } from '../../shared/components/page';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { Unloaded } from '../../shared/components/unloaded';
import { connectionPath, connectPath } from '../../shared/paths';
import { attentionText, connectionStatus, useConnections } from '../../shared/state/connections';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { sessionAtom } from '../../shared/state/session';
import { text } from './connections.text';

const AddConnectionDialog = lazy(async () => ({ default: (await import('./add-connection-dialog')).AddConnectionDialog }));

const STATE_COLOR: Readonly<Record<string, string>> = {
  connected: 'bg-good-soft text-good',
  needs_reconnect: 'bg-warn-soft text-warn',
  disconnected: 'bg-sunken text-muted',
};

/** Shows both connections as cards, with a dialog that connects a platform. */
export function ConnectionsPage() {
  const loaded = useConnections();
  const [adding, setAdding] = useState(false);
  const shop = latest(useAtomValue(sessionAtom))?.shopifyDomain ?? '';
  const known = latest(loaded.remote);
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        <Button kind="primary" onClick={() => setAdding(true)} icon={<Plus size={16} />}>
          {text.add}
        </Button>
      }
    >
      {known === null ? (
        <Panel>
          <Unloaded loaded={loaded} title={text.notLoaded} rows={3} height="h-16" />
        </Panel>
      ) : (
        <ul className="grid items-stretch gap-5 sm:grid-cols-2 xl:grid-cols-3 [&>*]:min-w-0">
          {known.connections.map((connection) => (
            <li key={connection.source}>
              <ConnectionCard connection={connection} shopDomain={shop} />
            </li>
          ))}
        </ul>
      )}
      {adding && (
        <LazyPart onClose={() => setAdding(false)}>
          <AddConnectionDialog connections={known?.connections ?? []} shopDomain={shop} onClose={() => setAdding(false)} />
        </LazyPart>
      )}
    </Page>
  );
}

function ConnectionCard({ connection, shopDomain }: { readonly connection: Connection; readonly shopDomain: string }) {
  const source = parseSource(connection.source);
  if (source === null) return null;
  const platform = sourceName(source);
  const { state } = connection;
  const attention = attentionText(connection);
  return (
    <section aria-label={platform} className="flex h-full flex-col rounded-lg border border-line bg-surface shadow-card">
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex items-center justify-between gap-3">
          <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-sunken text-muted">
            <PlatformGlyph source={source} size={22} named />
          </span>
          <span className={cx('rounded-full px-2.5 py-0.5 text-sm font-medium', STATE_COLOR[state])}>{connectionStatus(connection)}</span>
        </div>
        <div className="min-w-0">
          <h2 className="truncate font-semibold">
            <bdi>{connection.label === '' ? platform : connection.label}</bdi>
          </h2>
          <p className="truncate text-sm text-muted">{connection.name === '' ? text.noAccount : <bdi>{connection.name}</bdi>}</p>
        </div>
        {attention !== '' && state !== 'disconnected' && <p className="text-sm text-warn">{attention}</p>}
      </div>
      <div className="flex justify-end gap-2 border-t border-line px-4 py-3">
        {state !== 'connected' && (
          <ButtonLink external kind="primary" size="sm" href={connectPath(source, shopDomain)}>
            {state === 'disconnected' ? text.connect : text.refresh}
            <span className="sr-only"> {platform}</span>
          </ButtonLink>
        )}
        <ButtonLink size="sm" href={connectionPath(source)}>
          {text.details}
          <span className="sr-only"> {text.detailsOf(platform)}</span>
        </ButtonLink>
      </div>
    </section>
  );
}
