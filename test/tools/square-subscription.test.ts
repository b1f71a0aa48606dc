import { afterAll, beforeAll, expect, test } from 'vitest';

import { EVENTS, subscribeSquare } from '../../scripts/square-subscription';
import { startSandbox, type RunningSandbox } from '../clients/running-sandbox';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const application = (notificationUrl: string, token = sandbox.secrets['SQUARE_APP_TOKEN'] ?? '') => ({
  origin: sandbox.square,
  version: '2026-09-16',
  token,
  notificationUrl,
});

const authorized = (): Record<string, string> => ({ authorization: `Bearer ${sandbox.secrets['SQUARE_APP_TOKEN']}` });

async function listed(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { body } = await sandbox.call('GET', '/square/v2/webhooks/subscriptions?include_disabled=true', undefined, authorized());
  return body['subscriptions'] as readonly Readonly<Record<string, unknown>>[];
}

test('one subscription is created, kept, and repaired with its key: after a move, when disabled, and when it lacks events', async () => {
  const first = 'https://stock.example.com/webhooks/square';
  const created = await subscribeSquare(application(first));
  expect(created).toEqual({ done: 'created', signatureKey: expect.stringMatching(/\S{10}/u) as string });
  const { signatureKey } = created;
  expect(await subscribeSquare(application(first))).toEqual({ done: 'kept', signatureKey });

  const moved = 'https://other.example.com/webhooks/square';
  expect(await subscribeSquare(application(moved))).toEqual({ done: 'repaired', signatureKey });

  const [own] = await listed();
  const change = { subscription: { enabled: false, event_types: EVENTS.slice(1) } };
  await sandbox.call('PUT', `/square/v2/webhooks/subscriptions/${String(own?.['id'])}`, change, authorized());
  expect(await listed()).toMatchObject([{ enabled: false }]);
  expect(await subscribeSquare(application(moved))).toEqual({ done: 'repaired', signatureKey });
  expect(await listed()).toMatchObject([{ enabled: true, event_types: EVENTS, notification_url: moved }]);
});

test('a refused token and an unreachable Square are named as such', async () => {
  await expect(subscribeSquare(application('https://stock.example.com/webhooks/square', 'EAAAwrong'))).rejects.toThrow(
    /refuses SQUARE_APP_TOKEN/u,
  );
  const away = { ...application('https://stock.example.com/webhooks/square'), origin: 'http://localhost:9' };
  await expect(subscribeSquare(away)).rejects.toThrow(/Square cannot be reached at http:\/\/localhost:9/u);
});
