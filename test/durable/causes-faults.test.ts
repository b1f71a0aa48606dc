import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { openDb } from '../../src/db/database';
import { readHistory } from '../../src/db/history';
import { accountId } from '../support/account-id';
import { answerInstead, bothAt, callsOf, change, control, kill, ring, skipTime, skuOf, useWorld, webhooksQuiet } from './account-harness';

const SKU = skuOf(1);
const LOG = /inventory\/changes\/batch-retrieve/u;
const HOUR = 3_600_000;
const merchant = useWorld();

async function causes() {
  const { lines } = await readHistory(openDb(env.DB), accountId(merchant.accountId), { sku: SKU, limit: 100, page: 0 });
  return lines.map(({ cause }) => cause);
}

describe('a cause', () => {
  it('is learned after the object was killed, from the lines in its journal', async () => {
    await control('POST', 'change', { platform: 'square', sku: SKU, set: 31 });
    await bothAt(SKU, 31);
    await webhooksQuiet();
    await kill(merchant);
    await ring(merchant);
    expect(await causes()).toEqual([{ kind: 'counted', by: 'Square Point of Sale' }]);
    await kill(merchant);
    await change('square', SKU, -1);
    await bothAt(SKU, 30);
    await ring(merchant);
    // Within the hour it is not asked for: the new instance knows of the last reading.
    expect(await causes()).toEqual([null, { kind: 'counted', by: 'Square Point of Sale' }]);
    expect(await callsOf('square', 'POST /v2/inventory/changes/batch-retrieve')).toBe(1);
  });

  it.each<[string, (body: unknown) => unknown]>([
    ['nothing', () => ({})],
    ['another shape', () => ({ changes: [{ type: 'ADJUSTMENT', adjustment: null }, 'x'] })],
    ['no JSON', () => 'x'],
    ['a contradiction', (body) => JSON.parse(JSON.stringify(body).replaceAll('"quantity":"3"', '"quantity":"4"')) as unknown],
  ])('stays absent while the log states %s, and is learned later', async (_, spoil) => {
    const restore = answerInstead(LOG, spoil);
    await change('square', SKU, -3);
    await bothAt(SKU, 97);
    await webhooksQuiet();
    await ring(merchant);
    expect(await causes()).toEqual([null]);
    // Nothing else depends on it.
    await change('shopify', SKU, -1);
    await bothAt(SKU, 96);
    await webhooksQuiet();
    restore();
    await skipTime(HOUR);
    await ring(merchant);
    expect((await causes()).at(-1)).toEqual({ kind: 'sold', by: 'Square Point of Sale' });
  });

  it('is shown with the name of an application, whatever its characters', async () => {
    await control('POST', 'change', { platform: 'square', sku: SKU, delta: -3, by: '\u0007Sync\u202e\nBot <b>' });
    await bothAt(SKU, 97);
    await webhooksQuiet();
    await ring(merchant);
    expect(await causes()).toEqual([{ kind: 'sold', by: 'Sync Bot <b>' }]);
  });
});
