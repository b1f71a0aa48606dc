import { describe, expect, it } from 'vitest';

import { healthProblemsOf, USUAL_LAG } from '../../src/domain/account/health-problem';
import { OVERDUE_MS } from '../../src/domain/account/webhook-delivery';
import { ok, err } from '../../src/domain/result';
import type { Source } from '../../src/domain/source';
import { pause } from '../support/pause';
import { bothAt, change, kill, ring, setFaults, skipTime, skuOf, sweep, webhooksQuiet, useWorld, eachAt } from './account-harness';

const merchant = useWorld(6);

async function troubles(): Promise<readonly string[]> {
  return healthProblemsOf(await merchant.health(), USUAL_LAG);
}

/** Sells one unit of each of this many variants. */
async function sell(source: Source, variants: number): Promise<void> {
  for (let n = 1; n <= variants; n += 1) await change(source, skuOf(n), -1);
}

describe('lost webhooks', () => {
  it.each(['shopify', 'square'] as const)(
    'from %s become a health problem once the changes they should have reported were found by reading',
    async (source) => {
      await setFaults(source, { webhookLoss: 1 });
      await sell(source, 4);
      await sweep(merchant);
      await eachAt(4, 99);
      await webhooksQuiet();
      expect(await troubles()).toEqual([]);
      // The next alarm writes what is in memory to the journal, where it survives the object.
      await ring(merchant);
      await kill(merchant);
      await skipTime(OVERDUE_MS + 1_000);
      expect(await troubles()).toEqual(['webhooks_silent']);
      expect(await merchant.health()).toMatchObject({ silent: [source], untold: 4 });
      // The first webhook that is received again ends the problem.
      await setFaults(source, { webhookLoss: 0 });
      await change(source, skuOf(6), -1);
      await bothAt(skuOf(6), 99);
      expect(await troubles()).toEqual([]);
    },
  );

  it('are detected without any read: the webhooks for our own writes do not arrive', async () => {
    await setFaults('square', { webhookLoss: 1 });
    await sell('shopify', 3);
    await eachAt(3, 99);
    await webhooksQuiet();
    await skipTime(OVERDUE_MS + 1_000);
    expect(await merchant.health()).toMatchObject({ silent: ['square'], untold: 3 });
  });
});

describe('a working shop', () => {
  it('that is quiet for hours is not silent', async () => {
    await sell('shopify', 6);
    await sell('square', 6);
    await eachAt(6, 98);
    await webhooksQuiet();
    await ring(merchant);
    await skipTime(3 * 3_600_000);
    await sweep(merchant);
    expect(await merchant.health()).toMatchObject({ silent: [], untold: 0 });
  });

  it('whose webhooks arrive after the read that found the change is not silent', async () => {
    await setFaults('shopify', { webhookReorder: 1 });
    await sell('shopify', 5);
    await sweep(merchant);
    await eachAt(5, 99);
    await expect.poll(async () => (await merchant.stub().hearing()).shopify.lastHeard).not.toBeNull();
    await webhooksQuiet();
    await pause(3_500);
    await skipTime(OVERDUE_MS + 1_000);
    expect(await merchant.health()).toMatchObject({ silent: [], untold: 0 });
  });
});

describe('“Reconcile now”', () => {
  it('finds immediately what no webhook reported, and records when', async () => {
    await setFaults('shopify', { webhookLoss: 1 });
    await sell('shopify', 2);
    expect(await merchant.stub().reconcileNow()).toEqual(ok({ shopify: 2, square: 0 }));
    await bothAt(skuOf(1), 99);
    const hour = Math.floor(Date.now() / 3_600_000);
    expect((await merchant.stub().hearing()).shopify.hours).toMatchObject([{ hour, heard: 0, found: 2 }]);
    expect(await merchant.stub().reconcileNow()).toEqual(ok({ shopify: 0, square: 0 }));
  });

  it('is refused if nothing can be reconciled', async () => {
    const [pair] = (await merchant.stub().locations()).synced;
    await merchant.stub().disconnectPair(String(pair?.id));
    expect(await merchant.stub().reconcileNow()).toMatchObject(err({ code: 'failed_precondition' }));
  });
});
