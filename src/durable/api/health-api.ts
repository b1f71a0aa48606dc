import type { Health } from '../../domain/account/health-problem';
import type { HeardHour, WebhookDelivery } from '../../domain/account/webhook-delivery';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';

/** What a platform's webhooks reported about levels, and what they missed. */
export interface WebhookDeliveryView extends Pick<WebhookDelivery, 'hours' | 'lastHeard'> {
  readonly silent: boolean;
  /** The last 24 hours. */
  readonly day: Omit<HeardHour, 'hour'>;
}

/** The account object's methods for monitoring all accounts. */
export interface HealthApi {
  /** Returns the figures that the account's health is judged by, read now. */
  health(): Promise<Health>;
  /** Returns what each platform's webhooks reported about levels, and what they missed, by hour. */
  hearing(): Promise<Readonly<Record<Source, WebhookDeliveryView>>>;
  /**
   * Reads the recently changed levels from both platforms now. Returns how many changes of each it found that no webhook had reported; null
   * for a platform that is not connected or could not be read. Safe to repeat.
   */
  reconcileNow(): Promise<Answer<Readonly<Record<Source, number | null>>>>;
  /** Compares the shop's webhook subscriptions with the wanted ones and creates those that are missing. Safe to repeat. */
  repairWebhooks(): Promise<Answer<null>>;
}
