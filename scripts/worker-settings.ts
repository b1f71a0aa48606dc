import { join } from 'node:path';

import { unstable_readConfig as readConfig } from 'wrangler';

import { root } from './root.ts';

/** How a queue's messages are consumed; `retry_delay` in seconds. */
interface QueueConsumer {
  readonly queue: string;
  readonly max_batch_size?: number;
  readonly max_retries?: number;
  readonly dead_letter_queue?: string;
  readonly retry_delay?: number;
}

/** What is used of a Worker's wrangler.toml. */
interface WorkerSettings {
  readonly name: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly d1_databases: readonly { readonly binding: string; readonly database_id: string }[];
  readonly send_email: readonly { readonly name: string }[];
  readonly workers_dev?: boolean;
  readonly routes?: readonly ({ readonly pattern: string } | string)[];
  readonly queues: { readonly consumers?: readonly QueueConsumer[] };
  readonly secrets?: { readonly required?: readonly string[] };
}

/** Reads a wrangler.toml, whose path is relative to the repository. */
export const readSettings = (config: string): WorkerSettings => readConfig({ config: join(root, config) }) as WorkerSettings;
