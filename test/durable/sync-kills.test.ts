import { runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Source } from '../../src/domain/source';
import { QUARANTINE_MS } from '../../src/domain/sync/limits';
import { allowNoise } from '../support/fail-on-noise';
import {
  bothAt,
  change,
  endWorld,
  forgetCalls,
  kill,
  ring,
  setFaults,
  skipTime,
  skuOf,
  snapshot,
  startWorld,
  sweep,
  type Merchant,
  owedBecomes,
  expectWrites,
  setFaultsOnBoth,
  expectStock,
} from './account-harness';
import { callsDuring, dieAt, MOMENTS } from './kill-points';

const SKU = skuOf(1);
const OTHER: Readonly<Record<Source, Source>> = { shopify: 'square', square: 'shopify' };

let merchant: Merchant;
let units = 100;

beforeEach(async () => {
  // A webhook may reach the object at the moment it is killed: this is logged, and the webhook is delivered again.
  allowNoise(/"event":"webhook\.object-unreachable".*killed/u);
  merchant = await startWorld();
  units = 100;
});

afterEach(endWorld);

/** Makes a sale outside the app, and counts it. */
async function sell(platform: Source, count = 1): Promise<void> {
  units -= count;
  await change(platform, SKU, -count);
}

/** Starts the object again, as its alarm or the next webhook would. */
async function wake(): Promise<void> {
  await merchant.state();
}

/** Waits until both sides are exact and nothing more is on its way. */
async function settled(): Promise<void> {
  await bothAt(SKU, units);
  await owedBecomes(merchant, 0);
}

/** A stale quantity on a repeat is not trusted until no lost attempt can be on its way any more; then it is accepted. */
async function settledAfterQuarantine(): Promise<void> {
  await bothAt(SKU, units, 1_500).catch(async () => {
    await skipTime(QUARANTINE_MS + 1_000);
    await ring(merchant);
  });
  await settled();
}

describe.each(['shopify', 'square'] as const)('an object killed while it passes on a sale on %s', (platform) => {
  it.each(MOMENTS)(
    'at the write, %s, and again at every call of its recovery: the sale counts once',
    { timeout: 180_000 },
    async (moment) => {
      const calls = await callsDuring(() => sell(platform), settled);
      expect(calls).toHaveLength(1);
      for (let nth = 1; nth <= 3; nth += 1) {
        for (const second of MOMENTS) {
          expect(await dieAt(merchant, 1, moment, () => sell(platform)), `${moment}: the write`).toBe(true);
          // Fewer calls may be left if the first kill happened late.
          await dieAt(merchant, nth, second, wake, 500);
          await wake();
          await settled();
        }
      }
    },
  );
});

describe('an object killed at every call', () => {
  it.each(['shopify', 'square'] as const)(
    'around a level of %s that needs a read: changes whose webhooks were lost are found and count once',
    async (platform) => {
      await setFaults(platform, { webhookLoss: 1 });
      const act = async (): Promise<void> => {
        // No webhook reports the first sale; the second makes us write to that side, based on an outdated quantity.
        await sell(platform);
        await sell(OTHER[platform]);
      };
      const calls = await callsDuring(act, settled);
      expect(calls.length).toBeGreaterThan(1);
      for (let nth = 1; nth <= calls.length; nth += 1) {
        for (const moment of MOMENTS) {
          expect(await dieAt(merchant, nth, moment, act), `${calls[nth - 1]}, ${moment}`).toBe(true);
          await wake();
          await settledAfterQuarantine();
        }
      }
    },
  );

  it.each(['shopify', 'square'] as const)(
    'while the token of %s is renewed: the sale counts once and no reconnection is needed',
    async (platform) => {
      const act = async (): Promise<void> => {
        await expire(platform);
        await sell(OTHER[platform]);
      };
      const calls = await callsDuring(act, settled);
      expect(calls.length).toBe(2);
      for (let nth = 1; nth <= calls.length; nth += 1) {
        for (const moment of MOMENTS) {
          expect(await dieAt(merchant, nth, moment, act), `${calls[nth - 1]}, ${moment}`).toBe(true);
          await wake();
          await settled();
          expect((await merchant.state())[platform].state).toBe('connected');
        }
      }
    },
  );

  it.each(['shopify', 'square'] as const)('of a snapshot of %s: it resumes, ends, and writes nothing', async (source) => {
    const act = async (): Promise<void> => {
      await merchant.stub().requestSnapshot(source);
      merchant
        .stub()
        .advanceSnapshot(source)
        .catch(() => undefined);
    };
    const done = async (): Promise<void> => {
      for (const view of await snapshot(merchant)) expect(view).toMatchObject({ state: 'done', problem: '' });
    };
    const calls = await callsDuring(act, done);
    expect(calls.length).toBeGreaterThan(1);
    for (let nth = 1; nth <= calls.length; nth += 1) {
      for (const moment of MOMENTS) {
        await dieAt(merchant, nth, moment, act);
        await done();
      }
    }
    expect(await merchant.stub().inventoryCounts()).toMatchObject({ all: 5, inSync: 5 });
    await expectWrites(0, 0);
  });

  it('of a reconciliation: what it would have found is found by the next one', async () => {
    await setFaultsOnBoth({ webhookLoss: 1 });
    const act = async (): Promise<void> => {
      await sell('shopify');
      await sell('square', 2);
      sweep(merchant).catch(() => undefined);
    };
    const calls = await callsDuring(act, settled);
    expect(calls.length).toBeGreaterThan(3);
    for (let nth = 1; nth <= calls.length; nth += 1) {
      for (const moment of MOMENTS) {
        await dieAt(merchant, nth, moment, act);
        await sweep(merchant);
        await settled();
      }
    }
  });
});

it('an object killed with nothing in progress finds nothing to do', async () => {
  await kill(merchant);
  await forgetCalls();
  await wake();
  await expectWrites(0, 0);
  await expectStock(SKU, 100, 100);
});

/** Makes the object treat the access token as expired: it must be renewed before the next call. */
async function expire(source: Source): Promise<void> {
  await runInDurableObject(merchant.stub(), (_, state) => {
    state.storage.sql.exec("update connection set body = json_set(body, '$.tokens.expiresAt', 1) where source = ?", source);
  });
  await kill(merchant);
}
