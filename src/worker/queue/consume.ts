import { isRecord } from '../../platforms/json';
import { within } from '../deadline';
import { reasonOf } from '../log';
import type { EventMessage, TaskMessage } from '../queue-messages';
import { runTask, type RunTaskDeps } from '../tasks/run-task';
import { deliverToAccount, type DeliverDeps } from '../webhooks/deliver';

export type ConsumeDeps = RunTaskDeps & DeliverDeps;

/** How long one event may take; nobody waits for it, but others stand behind it. */
const DELIVERY_MS = 30_000;

/**
 * Works through a batch, one message at a time. A task's message is acknowledged whatever comes of it: its row is the
 * truth, and the minute's cron wakes it again. An event's message is the only holder of a verified webhook: it is repeated
 * until the object has it, and ends in the dead-letter queue at last.
 */
export async function consumeBatch(deps: ConsumeDeps, batch: MessageBatch): Promise<void> {
  for (const message of batch.messages) {
    if (isTask(message.body)) await consumeTask(deps, message, message.body);
    else if (isEvent(message.body)) await consumeEvent(deps, message, message.body);
    else {
      deps.log.error('queue.unknown-message', { queue: batch.queue });
      message.ack();
    }
  }
}

async function consumeTask(deps: ConsumeDeps, message: Message, body: TaskMessage): Promise<void> {
  try {
    await runTask(deps, body.task);
  } catch (thrown) {
    deps.log.error('task.broke-off', { task: body.task, reason: reasonOf(thrown) });
  }
  message.ack();
}

async function consumeEvent(deps: ConsumeDeps, message: Message, body: EventMessage): Promise<void> {
  const about = { source: body.owner.source, type: body.receipt.type, attempts: message.attempts };
  try {
    const delivered = await within(deliverToAccount(deps, body), DELIVERY_MS);
    if (!delivered.timely) throw new Error(`not delivered within ${DELIVERY_MS} ms`);
    message.ack();
    deps.log.info('event.delivered', about);
  } catch (thrown) {
    deps.log.warn('event.waits', { ...about, reason: reasonOf(thrown) });
    message.retry({ delaySeconds: Math.min(600, 5 * 2 ** Math.min(message.attempts - 1, 7)) });
  }
}

function isTask(body: unknown): body is TaskMessage {
  return isRecord(body) && typeof body['task'] === 'number';
}

/** Only this Worker writes to the queue: its shape is enough to tell the kind. */
function isEvent(body: unknown): body is EventMessage {
  return isRecord(body) && isRecord(body['owner']) && isRecord(body['event']) && isRecord(body['receipt']);
}
