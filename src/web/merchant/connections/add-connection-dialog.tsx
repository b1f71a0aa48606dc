import { SOURCES, sourceName } from '../../../domain/source';
import type { Connection } from '../../../gen/sh/connections_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { connectPath } from '../../shared/paths';
import { connectionStatus } from '../../shared/state/connections';

interface AddConnectionDialogProps {
  readonly connections: readonly Connection[];
  readonly shopDomain: string;
  readonly onClose: () => void;
}

/** Chooses the platform to connect, and leads to its consent page. */
export function AddConnectionDialog({ connections, shopDomain, onClose }: AddConnectionDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Connection"
      lead="You sign in at the platform and allow access there. An account has one connection to each; connecting one again renews it."
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <ul className="mt-4 divide-y divide-line rounded-lg border border-line">
        {SOURCES.map((source) => {
          const platform = sourceName(source);
          const connection = connections.find((one) => one.source === source);
          const word = connection === undefined ? 'Disconnected' : connectionStatus(connection);
          return (
            <li key={source} className="flex items-center gap-3 px-4 py-3">
              <span className="text-muted">
                <PlatformGlyph source={source} size={22} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{platform}</span>
                <span className="block text-sm text-muted">{word}</span>
              </span>
              <ButtonLink external size="sm" kind={word === 'Connected' ? 'secondary' : 'primary'} href={connectPath(source, shopDomain)}>
                {word === 'Disconnected' ? 'Connect' : 'Reconnect'}
                <span className="sr-only"> {platform}</span>
              </ButtonLink>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
