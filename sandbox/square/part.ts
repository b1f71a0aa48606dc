import type { PlatformPart } from '../world-api';
import { faultAnswer } from './api-route';
import { squareApp } from './app';
import { bodyNow, deliveryHeaders } from './events';
import { revokeMerchant } from './grants';
import { SQUARE_MIGRATIONS } from './migrations';
import { REVOKE_JOB } from './oauth';
import { addProduct, changeById, changeBySku, renameProduct, setProductStatus, shelf, stockOf } from './outside';
import { clearSellers, seedSeller } from './seed';

const MINUTE = 60_000;

/** The emulated Square, in the form that the sandbox's core uses. */
export const squarePart: PlatformPart = {
  platform: 'square',
  migrations: SQUARE_MIGRATIONS,
  app: squareApp,
  clear: clearSellers,
  seed: seedSeller,
  stock: stockOf,
  changeBySku,
  changeById,
  shelf,
  addProduct,
  renameProduct,
  setProductStatus,
  bodyNow,
  deliveryHeaders,
  // Webhooks: a response within 10 s, eleven retries within about 24 hours (Square Webhooks, delivery).
  deliveryTimeoutMs: 10_000,
  retryDelays: [1, 2, 4, 8, 16, 32, 60, 120, 240, 480, 480].map((minutes) => minutes * MINUTE),
  // Square disables an endpoint that fails for three weeks; no sandbox runs that long.
  attemptEnded: () => undefined,
  jobs: { [REVOKE_JOB]: revokeMerchant },
  faultAnswer,
};
