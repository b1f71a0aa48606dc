import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { accountStub } from '../../src/durable/account-stub';
import { accountId } from '../support/account-id';

describe('an account object, after the shared database was restored to before the account was created', () => {
  it('refuses another shop that got its number, and keeps its own', async () => {
    const account = accountStub(env.ACCOUNT, accountId('7700'));
    const first = { accountId: accountId('7700'), shopDomain: 'first.myshopify.com' };
    await account.open(first);
    const settings = { ...(await account.settings()), maxQuantityUpdate: 77 };
    await account.saveSettings(settings);
    const refused = account.open({ ...first, shopDomain: 'second.myshopify.com' });
    await expect(refused.catch((error: unknown) => String(error instanceof Error ? error.cause : error))).resolves.toContain(
      'belongs to another shop',
    );
    await account.open(first);
    expect(await account.settings()).toEqual(settings);
  });
});
