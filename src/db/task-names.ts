/**
 * Every kind of work that goes on without anybody waiting for it, by the name under which operators see it, its counts are
 * kept and its rows are stored. `processors.ts` says what each of them does.
 */
export const TASK_NAMES = [
  /** Reads a side's catalogue whole. */
  'snapshot',
  /** Reads a side's locations. */
  'locations',
  /** Copies products from a side to the other. */
  'copy',
  /** A verified webhook that its account's object could not take in at once. */
  'webhooks',
  /** Compares a shop's webhook subscriptions with the wanted ones and mends them. */
  'webhook_subscriptions',
  /** Reads an account's subscription to the product from Shopify. */
  'billing',
  /** Reads an account's health from its object, which has said that it changed. */
  'health',
  /** Deletes an account. */
  'erase',
] as const;

/** A kind of work. */
export type TaskName = (typeof TASK_NAMES)[number];

/** How many of a kind may run at once until an operator says otherwise. */
export const DEFAULT_DESIRED = 10;

/** More of a kind than this must not be asked for: all of them go through one shared database. */
export const MOST_DESIRED = 100;

/** The kind of this name; null when there is none. */
export function parseTaskName(text: string): TaskName | null {
  return TASK_NAMES.find((name) => name === text) ?? null;
}
