import { SOURCES, sourceName } from '../../../domain/source';
import type { Connection } from '../../../gen/sh/connections_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { connectPath } from '../../shared/paths';
import { sharedText } from '../../shared/shared.text';
import { connectionStatus } from '../../shared/state/connections';
import { text } from './connections.text';

interface AddConnectionDialogProps {
  readonly connections: readonly Connection[];
  readonly shopDomain: string;
  readonly onClose: () => void;
}

/** Lists both platforms, each with a button that opens its consent page. */
export function AddConnectionDialog({ connections, shopDomain, onClose }: AddConnectionDialogProps) {
  return (
    <Dialog open onClose={onClose} title={text.add} lead={text.addLead} footer={<Button onClick={onClose}>{sharedText.cancel}</Button>}>
      <ul className="mt-4 divide-y divide-line rounded-lg border border-line">
        {SOURCES.map((source) => {
          const platform = sourceName(source);
          const connection = connections.find((one) => one.source === source);
          const state = connection?.state ?? 'disconnected';
          return (
            <li key={source} className="flex items-center gap-3 px-4 py-3">
              <span className="text-muted">
                <PlatformGlyph source={source} size={22} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{platform}</span>
                <span className="block text-sm text-muted">
                  {connection === undefined ? sharedText.connection.disconnected : connectionStatus(connection)}
                </span>
              </span>
              <ButtonLink external size="sm" kind={state === 'connected' ? 'secondary' : 'primary'} href={connectPath(source, shopDomain)}>
                {state === 'disconnected' ? text.connect : text.reconnect}
                <span className="sr-only"> {platform}</span>
              </ButtonLink>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
