import { squareNotificationUrl } from '../../platforms/config';
import { describeFailure } from '../../platforms/failure';
import { listSquareSubscriptions, openSquareApplication, repairSquareSubscription } from '../../platforms/square/webhooks';
import type { Services } from '../runtime/services';

export type SquareWebhooksDeps = Pick<Services, 'http' | 'config'>;

/**
 * Checks that Square still sends the webhooks that all merchants' stock depends on, and repairs a subscription that was disabled or lacks a
 * type. It does not replace a deleted subscription: a new one has a signature key other than SQUARE_WEBHOOK_KEY. Does nothing without the
 * application's own token. Throws with what an operator has to do.
 */
export async function checkSquareWebhooks(deps: SquareWebhooksDeps): Promise<void> {
  const { platform } = deps.config;
  const client = openSquareApplication(deps.http, platform);
  if (client === null) return;
  const listed = await listSquareSubscriptions(client);
  if (!listed.ok) throw new Error(`Square's webhook subscriptions could not be read: ${describeFailure(listed.error)}`);
  const url = squareNotificationUrl(platform);
  if (!listed.value.some(({ notificationUrl }) => notificationUrl === url)) {
    throw new Error(`Square has no webhook subscription for ${url}: create one, and set SQUARE_WEBHOOK_KEY to its signature key`);
  }
  const repaired = await repairSquareSubscription(client, platform, crypto.randomUUID());
  if (!repaired.ok) throw new Error(`Square's webhook subscription could not be repaired: ${describeFailure(repaired.error)}`);
}
