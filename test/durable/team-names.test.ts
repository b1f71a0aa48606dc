import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { openDb } from '../../src/db/database';
import { readHistory } from '../../src/db/history';
import { describeFact } from '../../src/domain/history/message';
import { accountId } from '../support/account-id';
import {
  answerInstead,
  bothAt,
  callsOf,
  connectSquare,
  control,
  forgetCalls,
  kill,
  ring,
  skipTime,
  skuOf,
  snapshot,
  useWorld,
  webhooksQuiet,
} from './account-harness';

const APP = 'http://localhost:8787';
const SEARCH = 'POST /v2/team-members/search';
const HOUR = 3_600_000;
const merchant = useWorld(3);
const sku = skuOf(1);

const callsForTeam = async (): Promise<number> => callsOf('square', SEARCH);

/** Connects Square again, with the permission to read names. */
async function grant(): Promise<void> {
  await merchant.browser.open(`${APP}/square/oauthRequest?team=1`);
  await snapshot(merchant);
  expect((await merchant.state()).square.grantedScopes).toContain('EMPLOYEES_READ');
  await forgetCalls();
}

/** Sells a unit at the till, an hour after the last reading, and returns what its line says once it is explained. */
async function saleBy(member: string, left: number): Promise<string> {
  await control('POST', 'change', { platform: 'square', sku, delta: -1, member });
  await bothAt(sku, left);
  await webhooksQuiet();
  await skipTime(HOUR);
  await ring(merchant);
  const { lines } = await readHistory(openDb(env.DB), accountId(merchant.accountId), { sku, limit: 1, page: 0 });
  return lines.map(({ fact, cause }) => describeFact(fact, cause)).join();
}

describe('the name of a team member', () => {
  it('is not asked for where the merchant did not grant it', async () => {
    expect(await saleBy('TMDANA', 99)).toBe('Sold 1 on Square (Square Point of Sale): Shopify 100 → 99');
    expect(await callsForTeam()).toBe(0);
  });

  it('is shown with the change, and read once for all', async () => {
    await grant();
    expect(await saleBy('TMDANA', 99)).toBe('Sold 1 on Square (by Dana R., Square Point of Sale): Shopify 100 → 99');
    await kill(merchant);
    expect(await saleBy('TMSAM', 98)).toContain('(by Sam O., Square Point of Sale)');
    expect(await callsForTeam()).toBe(1);
    // An unknown one is looked for once a day.
    expect(await saleBy('TMNEW', 97)).toContain('Sold 1 on Square (Square Point of Sale)');
    expect(await callsForTeam()).toBe(1);
    await skipTime(24 * HOUR, 1_000_000);
    expect(await saleBy('TMNEW', 96)).toContain('Sold 1 on Square (Square Point of Sale)');
    expect(await callsForTeam()).toBe(2);
  });

  it('stays readable when the token is renewed, and no longer once it is connected without', async () => {
    await grant();
    expect(await merchant.stub().squareToken({ refresh: true, reveal: false })).toMatchObject({ ok: true });
    expect(await saleBy('TMDANA', 99)).toContain('by Dana R.');
    await connectSquare(merchant);
    await snapshot(merchant);
    await forgetCalls();
    expect(await saleBy('TMDANA', 98)).toBe('Sold 1 on Square (Square Point of Sale): Shopify 99 → 98');
    expect(await callsForTeam()).toBe(0);
  });

  it.each<[string, (body: unknown) => unknown]>([
    ['nothing', () => ({})],
    ['no JSON', () => 'x'],
    ['names of control characters', () => ({ team_members: [{ id: 'TMDANA', given_name: '\u0007', family_name: '\u202e' }] })],
  ])('is unknown where Square states %s, and its change is still named', async (_, spoil) => {
    await grant();
    const restore = answerInstead(/team-members/u, spoil);
    expect(await saleBy('TMDANA', 99)).toBe('Sold 1 on Square (Square Point of Sale): Shopify 100 → 99');
    restore();
    expect(await merchant.state()).toMatchObject({ square: { state: 'connected' } });
  });
});
