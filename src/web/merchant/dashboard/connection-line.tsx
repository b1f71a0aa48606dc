import { lazy, useState } from 'react';

import { sourceName, type Source } from '../../../domain/source';
import { Button, ButtonLink } from '../../shared/components/button';
import { cx } from '../../shared/components/class-names';
import { LazyPart } from '../../shared/components/lazy-part';
import { connectPath } from '../../shared/paths';
import { text } from './dashboard.text';
import type { ConnectionState, connectionOf } from './state';

const DisconnectDialog = lazy(async () => ({ default: (await import('../../shared/components/disconnect-dialog')).DisconnectDialog }));

const DOT_COLOR: Record<ConnectionState, string> = {
  connected: 'bg-good',
  degraded: 'bg-warn',
  needs_reconnect: 'bg-bad',
  disconnected: 'bg-line-strong',
};

interface ConnectionLineProps {
  readonly source: Source;
  readonly connection: ReturnType<typeof connectionOf>;
  readonly shopDomain: string;
}

/** Shows the state of a platform's connection, with the buttons that connect and disconnect it. */
export function ConnectionLine({ source, connection, shopDomain }: ConnectionLineProps) {
  const [confirming, setConfirming] = useState(false);
  const platform = sourceName(source);
  const { connect, reconnect, disconnect, states } = text.connection;
  const isKnown = connection.state !== 'disconnected';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 px-4 py-3">
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <span aria-hidden="true" className={cx('size-2 shrink-0 rounded-full', DOT_COLOR[connection.state])} />
          <span className="font-medium">{states[connection.state]}</span>
          {connection.name !== '' && <span className="truncate text-muted">{connection.name}</span>}
        </p>
        {connection.problem !== '' && <p className="mt-1 max-w-prose text-sm text-warn">{connection.problem}</p>}
      </div>
      <div className={cx('flex gap-1', connection.state === 'connected' && 'max-sm:-ml-2.5 sm:-mr-2.5')}>
        <ButtonLink
          external
          size="sm"
          kind={connection.state === 'connected' ? 'quiet' : 'secondary'}
          href={connectPath(source, shopDomain)}
        >
          {isKnown ? reconnect : connect}
          <span className="sr-only"> {platform}</span>
        </ButtonLink>
        {source === 'square' && isKnown && (
          <Button size="sm" kind="quiet" onClick={() => setConfirming(true)}>
            {disconnect}
            <span className="sr-only"> {platform}</span>
          </Button>
        )}
      </div>
      {confirming && (
        <LazyPart onClose={() => setConfirming(false)}>
          <DisconnectDialog source={source} name={connection.name} onClose={() => setConfirming(false)} />
        </LazyPart>
      )}
    </div>
  );
}
