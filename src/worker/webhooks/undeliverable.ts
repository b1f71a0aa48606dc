import type { Db } from '../../db/database';
import { storeWebhooks } from '../../db/webhook-tasks';
import type { Instant } from '../../domain/instant';
import { isRecord } from '../../platforms/json';
import type { RawWebhook } from './read-webhook';

/** How much of a body is kept as evidence for operators, in characters. */
const LONGEST_PAYLOAD = 60_000;

/** A verified webhook whose account cannot be determined, as the dead letters store it. */
export interface Undeliverable {
  readonly raw: RawWebhook;
}

/** Whether a stored webhook is undeliverable. Only this Worker writes them. */
export function isUndeliverable(body: unknown): body is Undeliverable {
  return isRecord(body) && isRecord(body['raw']);
}

/**
 * Stores a verified webhook whose account cannot be determined as a dead letter, which alerts operators. A repeated one is stored once.
 * Throws when D1 cannot be reached.
 */
export async function keepUndeliverable(deps: { readonly db: Db; now(): Instant }, raw: RawWebhook, why: string): Promise<void> {
  const kept: Undeliverable = { raw: { ...raw, payload: raw.payload.slice(0, LONGEST_PAYLOAD) } };
  const body = JSON.stringify(kept);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${raw.type}\n${raw.payload}`)));
  const message = `unread:${btoa(String.fromCodePoint(...digest))}`;
  const { source, owner, type } = raw;
  await storeWebhooks(deps.db, [{ message, attempts: 1, body, source, owner, subject: type, failure: why }], deps.now());
}
