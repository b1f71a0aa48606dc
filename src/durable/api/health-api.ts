import type { HeardHour, WebhookDelivery } from '../../domain/account/hearing';
import type { Health } from '../../domain/account/trouble';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';

/** What a platform told of levels, and what it did not. */
export interface WebhookDeliveryView extends Pick<WebhookDelivery, 'hours' | 'lastHeard'> {
  readonly silent: boolean;
  /** The last 24 hours. */
  readonly day: Omit<HeardHour, 'hour'>;
}

/** What the account object can be asked by whoever looks after all accounts. */
export interface HealthApi {
  /** What the account's health is judged by, read now. */
  health(): Promise<Health>;
  /** What each platform's webhooks told of levels, and what they did not, by the hour. */
  hearing(): Promise<Readonly<Record<Source, WebhookDeliveryView>>>;
  /**
   * Reads the levels that changed lately from both platforms, now. Answers how many changes of each it found that no webhook had
   * told; null for one that is not connected, or could not be read. Safe to repeat.
   */
  reconcileNow(): Promise<Answer<Readonly<Record<Source, number | null>>>>;
  /** Compares the shop's webhook subscriptions with the wanted ones and mends them. Safe to repeat. */
  repairWebhooks(): Promise<Answer<null>>;
}
