import { beforeAll, describe, expect, it } from 'vitest';

import { Browser, control } from '../support/browser';
import { openShop } from '../support/shop';

let operator: Browser;
let demo = '';

beforeAll(async () => {
  await control('reset', 'POST', { catalogue: { variants: 5, seed: 1 } });
  await control('config', 'PUT', { autoApprove: true });
  demo = (await openShop('demo', 'MLDEMO')).accountId;
  operator = (await openShop('operator', 'MLOPERATOR')).browser;
});

const call = (method: string, message: object): Promise<unknown> => operator.call(`sh.Admin/${method}`, message);

describe('the customers', () => {
  it('are listed a page at a time, and found by a part of what they are known by', async () => {
    const all = await call('AdminGetAccounts', {});
    expect(all).toMatchObject({ total: 2, accounts: [{ id: demo, domain: 'demo.myshopify.com', expires: '' }, {}] });
    expect(await call('AdminGetAccounts', { limit: 1, offset: 1 })).toMatchObject({
      total: 2,
      accounts: [{ domain: 'operator.myshopify.com' }],
    });
    expect(await call('AdminGetAccounts', { query: ' DEMO.my' })).toMatchObject({ total: 1, accounts: [{ id: demo }] });
    expect(await call('AdminGetAccounts', { query: 'x'.repeat(200) })).toMatchObject({ total: 0, accounts: [] });
  });
});
