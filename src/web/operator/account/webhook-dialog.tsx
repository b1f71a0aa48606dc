import { useState } from 'react';

import { SHOPIFY_TOPICS } from '../../../domain/shopify-topics';
import type { WebhookSubscription } from '../../../gen/sh/admin_pb';
import { Autocomplete } from '../../shared/components/autocomplete';
import { Button } from '../../shared/components/button';
import { Choice } from '../../shared/components/choice';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { Dialog } from '../../shared/components/dialog';
import { TextField } from '../../shared/components/field';
import type { Webhooks } from './use-webhooks';
import { WEBHOOK_TYPES, webhookType, type WebhookType } from './webhook-state';
import { webhooksText } from './webhooks.text';

const text = webhooksText.dialog;

interface WebhookDialogProps {
  /** The subscription to change, or a new one without an id. */
  readonly webhook: WebhookSubscription;
  readonly webhooks: Webhooks;
  readonly onClose: () => void;
}

/** Creates, changes or deletes a subscription. */
export function WebhookDialog({ webhook, webhooks, onClose }: WebhookDialogProps) {
  const [draft, setDraft] = useState(webhook);
  const [type, setType] = useState<WebhookType>(() => webhookType(webhook));
  const [confirming, setConfirming] = useState(false);
  const change = (next: Partial<WebhookSubscription>) => setDraft((before) => ({ ...before, ...next }));
  const save = async () => {
    if (await webhooks.save(draft, type)) onClose();
  };
  const remove = async () => {
    const deleted = await webhooks.remove(webhook);
    setConfirming(false);
    if (deleted) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      footer={
        <>
          {webhook.id !== '' && (
            <Button kind="danger" busy={webhooks.busy === 'deleting'} onClick={() => setConfirming(true)}>
              {text.delete}
            </Button>
          )}
          <Button kind="primary" busy={webhooks.busy === 'saving'} onClick={save}>
            {text.save}
          </Button>
        </>
      }
    >
      <div className="mt-3 flex min-h-72 flex-col gap-4">
        <Autocomplete
          label={text.topic}
          options={SHOPIFY_TOPICS}
          value={draft.topic}
          onChange={(topic) => change({ topic })}
          {...(webhook.id !== '' && draft.topic !== webhook.topic ? { hint: text.topicChanged } : {})}
        />
        <Choice label={text.type} labelShown wide options={WEBHOOK_TYPES} value={type} onChange={setType} />
        <TargetFields type={type} draft={draft} onChange={change} />
      </div>
      {confirming && (
        <ConfirmDialog
          title={text.deleteTitle}
          question={text.deleteQuestion}
          action={text.delete}
          danger
          busy={webhooks.busy === 'deleting'}
          onConfirm={remove}
          onClose={() => setConfirming(false)}
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

/** The fields of one type of target. */
function TargetFields({ type, draft, onChange }: TargetFieldsProps) {
  switch (type) {
    case 'eventbridge':
      return (
        <TextField
          label={text.awsArn}
          placeholder={text.awsArnExample}
          spellCheck={false}
          value={draft.awsArn}
          onChange={(event) => onChange({ awsArn: event.target.value })}
        />
      );
    case 'pubsub':
      return (
        <>
          <TextField
            label={text.googleProject}
            spellCheck={false}
            value={draft.googleProject}
            onChange={(event) => onChange({ googleProject: event.target.value })}
          />
          <TextField
            label={text.googleTopic}
            spellCheck={false}
            value={draft.googleTopic}
            onChange={(event) => onChange({ googleTopic: event.target.value })}
          />
        </>
      );
    case 'http':
      return (
        <TextField
          label={text.httpUrl}
          placeholder={text.httpUrlExample}
          inputMode="url"
          spellCheck={false}
          value={draft.httpUrl}
          onChange={(event) => onChange({ httpUrl: event.target.value })}
        />
      );
  }
}
