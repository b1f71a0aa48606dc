import { storeWebhooks, type StoredWebhook } from '../../db/webhook-tasks';
import { isRecord } from '../../platforms/json';
import { reasonOf } from '../runtime/log';
import type { EventMessage, TaskMessage } from '../runtime/queue-messages';
import type { Services } from '../runtime/services';
import { runTask } from './run-task';
import { isEventMessage } from './webhook-task';

/** The suffix of dead letter queues. */
const DEAD = '-dead';

/**
 * Works through a batch concurrently. A task's message is always acknowledged: its row is the truth, and the minutely cron wakes it again.
 * A webhook's message is the only copy of its content, so it is acknowledged only after it is stored as a task's row: no pause, full
 * concurrency or unreachable object uses up its retries.
 */
export async function consumeBatch(deps: Services, batch: MessageBatch): Promise<void> {
  const dead = batch.queue.endsWith(DEAD);
  const woken = batch.messages.flatMap((message) => {
    if (!isTask(message.body)) return [];
    message.ack();
    return [message.body.task];
  });
  const stored = await storeMatters(deps, batch, dead);
  const ids = [...new Set([...woken, ...stored])];
  await Promise.all(ids.map((id) => work(deps, id)));
}

async function work(deps: Services, task: number): Promise<void> {
  try {
    await runTask(deps, task);
  } catch (thrown) {
    deps.log.error('task.broke-off', { task, reason: reasonOf(thrown) });
  }
}

/** Stores everything but wake-ups as rows; the queue repeats what cannot be stored now. Returns the tasks to work on. */
async function storeMatters(deps: Services, batch: MessageBatch, dead: boolean): Promise<number[]> {
  const messages = batch.messages.filter(({ body }) => !isTask(body));
  if (messages.length === 0) return [];
  try {
    const ids = await storeWebhooks(
      deps.db,
      messages.map((message) => toStored(message, dead)),
      deps.now(),
    );
    for (const message of messages) message.ack();
    if (dead) deps.log.warn('queue.gave-up', { queue: batch.queue, messages: messages.length });
    else deps.log.info('webhook.stored', { messages: messages.length });
    return ids;
  } catch (thrown) {
    deps.log.error('queue.not-stored', { queue: batch.queue, messages: messages.length, reason: reasonOf(thrown) });
    for (const message of messages) message.retry({ delaySeconds: Math.min(600, 5 * 2 ** Math.min(message.attempts - 1, 7)) });
    return [];
  }
}

/**
 * Returns a message as a task to store. One that no release of ours could have written, or that this release does not understand, becomes a
 * dead letter at once, where operators see it.
 */
function toStored(message: Message, dead: boolean): StoredWebhook {
  const { body } = message;
  const common = { message: message.id, attempts: message.attempts, body: JSON.stringify(body) };
  if (!isEventMessage(body)) {
    return { ...common, source: '', owner: '', subject: '', failure: 'the message is none that this release understands' };
  }
  const { owner, receipt } = body satisfies EventMessage;
  const failure = dead ? 'it could not be stored while the queue held it' : '';
  return { ...common, source: owner.source, owner: owner.name, subject: receipt.type, failure };
}

function isTask(body: unknown): body is TaskMessage {
  return isRecord(body) && typeof body['task'] === 'number';
}
