/**
 * Every kind of background work, by the name that operators see and under which its counts and rows are stored.
 * `worker/jobs/processors.ts` defines what each of them does.
 */
export const TASK_NAMES = [
  /** Reads a side's complete catalog. */
  'snapshot',
  /** Reads a side's locations. */
  'locations',
  /** Copies products from one side to the other. */
  'copy',
  /** A verified webhook that its account's object could not accept at once. */
  'webhooks',
  /** Compares a shop's webhook subscriptions with the required ones and fixes them. */
  'webhook_subscriptions',
  /** Reads an account's subscription to the product from Shopify. */
  'billing',
  /** Reads an account's health from its object after the object reported a change. */
  'health',
  /** Deletes an account. */
  'erase',
] as const;

/** A kind of work. */
export type TaskName = (typeof TASK_NAMES)[number];

/** How many tasks of a kind may run at once unless an operator sets another number. */
export const DEFAULT_DESIRED = 10;

/** Maximum number of tasks of a kind that may be set: all of them go through one shared database. */
export const MOST_DESIRED = 100;

/** Returns the kind of this name; null when there is none. */
export function parseTaskName(text: string): TaskName | null {
  return TASK_NAMES.find((name) => name === text) ?? null;
}
