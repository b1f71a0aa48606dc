import type { Health } from '../domain/account/trouble';
import type { Answer } from '../domain/result';

/** What the account object can be asked by whoever looks after all accounts. */
export interface HealthApi {
  /** What the account's health is judged by, read now. */
  health(): Promise<Health>;
  /** Compares the shop's webhook subscriptions with the wanted ones and mends them. Safe to repeat. */
  repairWebhooks(): Promise<Answer<null>>;
}
