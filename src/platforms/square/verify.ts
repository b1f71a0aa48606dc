import type { PlatformConfig } from '../config';
import { squareNotificationUrl } from '../config';
import { signatureFromBase64, toBytes, verifyHmac } from '../hmac';
import type { SignedBytes } from '../hmac';

/**
 * Returns whether `x-square-hmacsha256-signature` is valid: it covers the registered address (from our configuration,
 * never the request's) and the raw body. During a rotation both the current and the previous key are valid.
 */
export async function verifySquareWebhook(config: PlatformConfig, body: SignedBytes, header: string | null): Promise<boolean> {
  const address = toBytes(squareNotificationUrl(config));
  const signed = new Uint8Array(address.byteLength + body.byteLength);
  signed.set(address);
  signed.set(body, address.byteLength);
  const { webhookKey, previousWebhookKey } = config.square;
  const keys = previousWebhookKey === null ? [webhookKey] : [webhookKey, previousWebhookKey];
  return verifyHmac(keys, signed, signatureFromBase64(header));
}
