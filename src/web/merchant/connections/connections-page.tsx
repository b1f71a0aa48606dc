import { Plug } from 'lucide-react';
import { useSearchParams } from 'wouter';

import { parseSource, sourceName } from '../../../domain/source';
import type { Connection } from '../../../gen/sh/connections_pb';
import { ButtonLink } from '../../shared/components/button';
import { cx } from '../../shared/components/class-names';
import { EmptyState } from '../../shared/components/empty-state';
import { Page, Panel } from '../../shared/components/page';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { StatusBadge } from '../../shared/components/status-badge';
import { Unloaded } from '../../shared/components/unloaded';
import { formatCount } from '../../shared/formats';
import { connectionPath, connectPath, paths } from '../../shared/paths';
import { attentionText, connectionStatus, isOkay, useConnections } from '../../shared/state/connections';
import { useAtomValue } from '../../shared/state/jotai';
import { latest } from '../../shared/state/remote';
import { sessionAtom } from '../../shared/state/session';
import { text } from './connections.text';
import { FILTERS, readFilter, showsSource } from './state';

/** Shows both connections as cards; the filter is kept in the URL. */
export function ConnectionsPage() {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const loaded = useConnections();
  const shop = latest(useAtomValue(sessionAtom))?.shopifyDomain ?? '';
  const known = latest(loaded.remote);
  const shown = known?.connections.filter(({ source }) => showsSource(filter, source)) ?? [];
  return (
    <Page title={text.title} lead={text.lead} actions={<ButtonLink href={paths.verifyAccess}>{text.verifyAccess}</ButtonLink>}>
      <div role="group" aria-label={text.filter} className="mb-4 inline-flex rounded-md border border-line bg-sunken p-0.5">
        {FILTERS.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={filter === value}
            onClick={() => setParams(value === 'all' ? {} : { source: value })}
            className={cx(
              'h-8 rounded-sm px-3 font-medium',
              filter === value ? 'bg-raised text-ink shadow-card ring-1 ring-line-strong' : 'text-muted hover:text-ink',
            )}
          >
            {text.filters[value]}
          </button>
        ))}
      </div>
      {known === null ? (
        <Panel>
          <Unloaded loaded={loaded} title={text.notLoaded} rows={4} height="h-16" />
        </Panel>
      ) : shown.length === 0 ? (
        <Panel>
          <EmptyState icon={Plug} title={text.none} />
        </Panel>
      ) : (
        <ul className="grid items-start gap-5 lg:grid-cols-2 [&>*]:min-w-0">
          {shown.map((connection) => (
            <li key={connection.source}>
              <ConnectionCard connection={connection} shopDomain={shop} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function ConnectionCard({ connection, shopDomain }: { readonly connection: Connection; readonly shopDomain: string }) {
  const source = parseSource(connection.source);
  if (source === null) return null;
  const platform = sourceName(source);
  const okay = isOkay(connection);
  const attention = attentionText(connection);
  const counts = [
    [text.locations, connection.locations],
    [text.products, connection.products],
    [text.variations, connection.variations],
    [text.activeSyncs, connection.activeSyncs],
  ] as const;
  return (
    <section aria-label={platform} className="rounded-lg border border-line bg-surface shadow-card">
      <div className="flex items-start gap-3 px-4 pt-4 pb-3.5">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-md bg-sunken text-muted">
          <PlatformGlyph source={source} size={22} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold">{connection.label === '' ? platform : connection.label}</h2>
          <p className="truncate text-sm text-muted">
            {platform}
            {connection.name !== '' && ` · ${connection.name}`}
          </p>
        </div>
        <div className="text-right">
          <StatusBadge okay={okay}>{okay ? text.okay : text.needsAttention}</StatusBadge>
          <p className="text-sm text-muted">{connectionStatus(connection)}</p>
        </div>
      </div>
      {attention !== '' && <p className="border-t border-warn-line bg-warn-soft px-4 py-2.5 text-sm">{attention}</p>}
      <dl className="grid grid-cols-2 divide-line border-y border-line sm:grid-cols-4 sm:divide-x">
        {counts.map(([name, count]) => (
          <div key={name} className="px-4 py-3">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-lg font-semibold tabular-nums">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap justify-end gap-2 px-4 py-3">
        {connection.state !== 'connected' && (
          <ButtonLink external kind="primary" size="sm" href={connectPath(source, shopDomain)}>
            {connection.state === 'disconnected' ? text.add : text.reconnect}
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
