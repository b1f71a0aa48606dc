import { useState } from 'react';

import { SHOPIFY_TOPICS } from '../../../domain/webhooks/shopify-topics';
import type { WebhookSubscription } from '../../../gen/sh/admin_pb';
import { Autocomplete } from '../../shared/components/autocomplete';
import { Button } from '../../shared/components/button';
import { Choice } from '../../shared/components/choice';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { Dialog } from '../../shared/components/dialog';
import { TextField } from '../../shared/components/field';
import type { Webhooks } from './use-webhooks';
import { DELETE_QUESTION, WEBHOOK_TYPES, webhookType, type WebhookType } from './webhook-state';

interface WebhookDialogProps {
  /** The subscription that is changed, or a new one without an id. */
  readonly webhook: WebhookSubscription;
  readonly webhooks: Webhooks;
  readonly onClose: () => void;
}

/** Makes, changes or deletes a subscription. */
export function WebhookDialog({ webhook, webhooks, onClose }: WebhookDialogProps) {
  const [draft, setDraft] = useState(webhook);
  const [type, setType] = useState<WebhookType>(() => webhookType(webhook));
  const [asking, setAsking] = useState(false);
  const change = (next: Partial<WebhookSubscription>) => setDraft((before) => ({ ...before, ...next }));
  const save = async () => {
    if (await webhooks.save(draft, type)) onClose();
  };
  const remove = async () => {
    const deleted = await webhooks.remove(webhook);
    setAsking(false);
    if (deleted) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Update Webhook"
      footer={
        <>
          {webhook.id !== '' && (
            <Button kind="danger" busy={webhooks.busy === 'deleting'} onClick={() => setAsking(true)}>
              Delete
            </Button>
          )}
          <Button kind="primary" busy={webhooks.busy === 'saving'} onClick={save}>
            Save
          </Button>
        </>
      }
    >
      <div className="mt-3 flex min-h-72 flex-col gap-4">
        <Autocomplete
          label="Topic"
          options={SHOPIFY_TOPICS}
          value={draft.topic}
          onChange={(topic) => change({ topic })}
          {...(webhook.id !== '' && draft.topic !== webhook.topic
            ? { hint: 'Another topic is another webhook: it is made anew, and this one is ended.' }
            : {})}
        />
        <Choice label="Type" labelShown wide options={WEBHOOK_TYPES} value={type} onChange={setType} />
        <TargetFields type={type} draft={draft} onChange={change} />
      </div>
      {asking && (
        <ConfirmDialog
          title="Delete Webhook"
          question={DELETE_QUESTION}
          action="Delete"
          danger
          busy={webhooks.busy === 'deleting'}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
}

interface TargetFieldsProps {
  readonly type: WebhookType;
  readonly draft: WebhookSubscription;
  readonly onChange: (change: Partial<WebhookSubscription>) => void;
}

/** What a type of target needs to be told. */
function TargetFields({ type, draft, onChange }: TargetFieldsProps) {
  switch (type) {
    case 'eventbridge':
      return (
        <TextField
          label="AWS ARN"
          placeholder="arn:aws:events:…"
          spellCheck={false}
          value={draft.awsArn}
          onChange={(event) => onChange({ awsArn: event.target.value })}
        />
      );
    case 'pubsub':
      return (
        <>
          <TextField
            label="Google project"
            spellCheck={false}
            value={draft.googleProject}
            onChange={(event) => onChange({ googleProject: event.target.value })}
          />
          <TextField
            label="Google topic"
            spellCheck={false}
            value={draft.googleTopic}
            onChange={(event) => onChange({ googleTopic: event.target.value })}
          />
        </>
      );
    case 'http':
      return (
        <TextField
          label="HTTP URL"
          placeholder="https://…"
          inputMode="url"
          spellCheck={false}
          value={draft.httpUrl}
          onChange={(event) => onChange({ httpUrl: event.target.value })}
        />
      );
  }
}
