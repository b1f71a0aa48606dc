import type { Task } from '../../db/tasks';
import { isRecord, parseJson } from '../../platforms/json';
import { within } from '../runtime/deadline';
import type { EventMessage } from '../runtime/queue-messages';
import { deliverToAccount, type DeliverDeps } from '../webhooks/deliver';
import { readWebhook } from '../webhooks/read-webhook';
import { isUndeliverable, type Undeliverable } from '../webhooks/undeliverable';
import type { TaskOutcome } from './task-outcome';

/** How long one webhook may take, ms: nobody waits for it, but others are queued behind it. */
const DELIVERY_MS = 30_000;

/** Delivers a stored webhook to its account's object, the same way as a new one. */
export async function deliverStored(deps: DeliverDeps, task: Task): Promise<TaskOutcome> {
  const stored = parseJson(task.body ?? '');
  const message = isUndeliverable(stored) ? readAgain(deps, stored) : stored;
  if (message === null) return { kind: 'failed', why: 'the account of this webhook is still unknown' };
  if (!isEventMessage(message)) return { kind: 'failed', why: 'what was stored is not a webhook that this release understands' };
  const delivered = await within(deliverToAccount(deps, message), DELIVERY_MS);
  return delivered.timely ? { kind: 'done' } : { kind: 'retry', why: `not delivered within ${DELIVERY_MS} ms` };
}

/**
 * Reads the body again: a later release may know an owner or type that an earlier one did not. Null when this release does not either. A
 * privacy request never depends on a header.
 */
function readAgain(deps: DeliverDeps, { raw }: Undeliverable): EventMessage | null {
  const read = readWebhook(raw);
  if (read === null || read.owner.name === '') return null;
  const { owner, event, type, problem } = read;
  return { owner, event, receipt: { type, receivedAt: deps.now(), payload: raw.payload, ...(problem !== '' && { problem }) } };
}

/** Whether a message is one of ours. Only this Worker writes them, so the shape alone identifies them. */
export function isEventMessage(body: unknown): body is EventMessage {
  return isRecord(body) && isRecord(body['owner']) && isRecord(body['event']) && isRecord(body['receipt']);
}
