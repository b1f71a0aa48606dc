import type { WebhookPayload } from '../../../gen/sh/admin_pb';
import { Button } from '../../shared/components/button';
import { Drawer } from '../../shared/components/drawer';
import { Fact, Facts } from '../../shared/components/facts';
import { When } from '../../shared/components/when';
import { formatFull } from '../../shared/dates';
import { formatJson } from './format-json';
import { webhooksText } from './webhooks.text';

const text = webhooksText.received;

interface PayloadDrawerProps {
  readonly payload: WebhookPayload;
  readonly onReplay: () => void;
  readonly onClose: () => void;
}

/** Shows one webhook as it was received. */
export function PayloadDrawer({ payload, onReplay, onClose }: PayloadDrawerProps) {
  const { id, type, received, jsonPayload, problem } = payload;
  return (
    <Drawer open onClose={onClose} title={type}>
      <div className="flex flex-col gap-4">
        <div className="rounded-lg border border-line">
          <Facts>
            <Fact name={text.receivedAt}>
              <When at={received}>{formatFull(received)}</When>
            </Fact>
            {problem !== '' && (
              <Fact name={text.problem}>
                <span className="text-bad">{problem}</span>
              </Fact>
            )}
            <Fact name={text.receiptId}>
              <span className="font-mono text-sm break-all">{id}</span>
            </Fact>
          </Facts>
        </div>
        <pre
          tabIndex={0}
          aria-label={text.payload}
          className="overflow-x-auto rounded-lg border border-line bg-sunken p-4 font-mono text-xs leading-5"
        >
          {formatJson(jsonPayload)}
        </pre>
        <div>
          <Button kind="primary" onClick={onReplay}>
            {text.replay}
          </Button>
        </div>
      </div>
    </Drawer>
  );
}
