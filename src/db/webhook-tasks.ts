import { inArray, sql } from 'drizzle-orm';

import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
import type { Db } from './database';
import { tasks } from './schema';

/** A verified webhook as delivered by the queue, about to become a task. */
export interface StoredWebhook {
  /** The queue's id of the message: one delivered twice is stored once. */
  readonly message: string;
  /** How often the queue delivered it. */
  readonly attempts: number;
  /** JSON; never headers or signatures. */
  readonly body: string;
  readonly source: Source | '';
  /** The platform's own name of the owner. */
  readonly owner: string;
  /** The platform's topic or type. */
  readonly subject: string;
  /** '' when it is to be processed; otherwise why it is given up at once. */
  readonly failure: string;
}

/** Longest body that is kept, in characters: above what a queue message can hold. */
const LONGEST_BODY = 200_000;
const LONGEST_NAME = 200;

/** Stores the webhooks as tasks, all or none. Returns the ids of those to process. */
export async function storeWebhooks(db: Db, webhooks: readonly StoredWebhook[], now: Instant): Promise<number[]> {
  const [first, ...rest] = webhooks.map((webhook) => {
    const { source, failure } = webhook;
    const owner = webhook.owner.slice(0, LONGEST_NAME);
    const column = source === 'square' ? sql`square_merchant_id` : sql`shop_domain`;
    const failed = failure === '' ? {} : { finishedAt: now, error: failure, attempts: webhook.attempts };
    return db
      .insert(tasks)
      .values({
        name: 'webhooks',
        account: sql`coalesce((select id from accounts where ${column} = ${owner}), 0)`,
        source,
        state: failure === '' ? 'queued' : 'failed',
        queuedAt: now,
        due: now,
        body: webhook.body.slice(0, LONGEST_BODY),
        message: webhook.message,
        subject: webhook.subject.slice(0, LONGEST_NAME),
        owner,
        ...failed,
      })
      .onConflictDoNothing();
  });
  if (first === undefined) return [];
  await db.batch([first, ...rest]);
  const messages = webhooks.filter(({ failure }) => failure === '').map(({ message }) => message);
  if (messages.length === 0) return [];
  const rows = await db.select({ id: tasks.id }).from(tasks).where(inArray(tasks.message, messages)).all();
  return rows.map(({ id }) => id);
}
