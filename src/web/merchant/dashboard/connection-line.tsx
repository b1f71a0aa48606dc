import { lazy, useState } from 'react';

import { sourceName, type Source } from '../../../domain/source';
import { Button, ButtonLink } from '../../shared/components/button';
import { cx } from '../../shared/components/class-names';
import { LazyPart } from '../../shared/components/lazy-part';
import { connectPath } from '../../shared/paths';
import type { ConnectionStanding, connectionOf } from './state';

const DisconnectDialog = lazy(async () => ({ default: (await import('../../shared/components/disconnect-dialog')).DisconnectDialog }));

const STANDINGS: Record<ConnectionStanding, { readonly word: string; readonly dot: string }> = {
  connected: { word: 'Connected', dot: 'bg-good' },
  troubled: { word: 'Connected, with trouble', dot: 'bg-warn' },
  needs_reconnect: { word: 'Needs to be connected again', dot: 'bg-bad' },
  disconnected: { word: 'Not connected', dot: 'bg-line-strong' },
};

interface ConnectionLineProps {
  readonly source: Source;
  readonly connection: ReturnType<typeof connectionOf>;
  readonly shopDomain: string;
}

/** Whether the platform lets us in, and the ways to change that. */
export function ConnectionLine({ source, connection, shopDomain }: ConnectionLineProps) {
  const [asking, setAsking] = useState(false);
  const { word, dot } = STANDINGS[connection.standing];
  const known = connection.standing !== 'disconnected';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 px-4 py-3">
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', dot)} />
          <span className="font-medium">{word}</span>
          {connection.name !== '' && <span className="truncate text-muted">{connection.name}</span>}
        </p>
        {connection.problem !== '' && <p className="mt-1 max-w-prose text-sm text-warn">{connection.problem}</p>}
      </div>
      <div className={cx('flex gap-1', connection.standing === 'connected' && 'max-sm:-ml-2.5 sm:-mr-2.5')}>
        <ButtonLink
          external
          size="sm"
          kind={connection.standing === 'connected' ? 'quiet' : 'secondary'}
          href={connectPath(source, shopDomain)}
        >
          {known ? 'Reconnect' : 'Connect'}
          <span className="sr-only"> {sourceName(source)}</span>
        </ButtonLink>
        {source === 'square' && known && (
          <Button size="sm" kind="quiet" onClick={() => setAsking(true)}>
            Disconnect<span className="sr-only"> Square</span>
          </Button>
        )}
      </div>
      {asking && (
        <LazyPart onClose={() => setAsking(false)}>
          <DisconnectDialog source={source} name={connection.name} onClose={() => setAsking(false)} />
        </LazyPart>
      )}
    </div>
  );
}
