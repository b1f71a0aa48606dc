import type { PlatformPart } from '../world-api';
import { shopifyApp } from './app';
import { BULK_JOB, bulkJob } from './bulk/run';
import { REDACT_JOB, redactJob, UNINSTALL_JOB, uninstallJob } from './install';
import { shopifyMigrations } from './migrations';
import { addProduct, changeById, changeBySku, renameProduct, setProductStatus, shelf, stockOfSku } from './outside';
import { clearShopify, seedShopify } from './seed';
import { EXPIRE_JOB, expireJob, RENEW_JOB, renewJob } from './subscription';
import { webhookAttemptEnded, webhookHeaders } from './webhooks/emit';
import { bodyNow } from './webhooks/late';

const MINUTE_MS = 60_000;

/** Shopify retries a webhook eight times over four hours, with increasing delays. */
const RETRY_DELAYS = [1, 2, 4, 8, 16, 32, 64, 113].map((minutes) => minutes * MINUTE_MS);

/** The emulated Shopify. */
export const shopifyPlatform: PlatformPart = {
  platform: 'shopify',
  migrations: shopifyMigrations,
  app: shopifyApp,
  clear: clearShopify,
  seed: seedShopify,
  stock: stockOfSku,
  changeBySku,
  changeById,
  shelf,
  addProduct,
  renameProduct,
  setProductStatus,
  bodyNow,
  deliveryHeaders: webhookHeaders,
  deliveryTimeoutMs: 5000,
  retryDelays: RETRY_DELAYS,
  attemptEnded: (world, delivery, delivered) => webhookAttemptEnded(world, delivery, delivered, RETRY_DELAYS.length),
  jobs: { [BULK_JOB]: bulkJob, [EXPIRE_JOB]: expireJob, [RENEW_JOB]: renewJob, [REDACT_JOB]: redactJob, [UNINSTALL_JOB]: uninstallJob },
  faultAnswer: (status) =>
    status === 500
      ? new Response(JSON.stringify({ errors: 'Internal Server Error' }), { status, headers: { 'content-type': 'application/json' } })
      : status === 429
        ? new Response(
            JSON.stringify({ errors: 'Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service.' }),
            {
              status,
              headers: { 'content-type': 'application/json', 'retry-after': '2.0' },
            },
          )
        : new Response('Service Unavailable', { status, headers: { 'content-type': 'text/plain' } }),
};
