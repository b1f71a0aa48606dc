import { renderHook, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';

import { SHOPIFY_TOPICS } from '../../../src/domain/shopify-topics';
import type { WebhookSubscription } from '../../../src/gen/sh/admin_pb';
import { useWebhooks } from '../../../src/web/operator/account/use-webhooks';
import { NEW_WEBHOOK, targetSummary, webhookType } from '../../../src/web/operator/account/webhook-state';
import { ApiContext } from '../../../src/web/shared/state/api';
import { OperatorApiContext } from '../../../src/web/shared/state/operator-api';
import { expectNoise } from '../../support/fail-on-noise';
import { createFakeApi, never, refusal, type Answers, inputOf, inputsOf } from '../support/fake-api';
import { pressFound, get, shows, find, has, sees, press, hasNo, fill, hides, click } from '../support/page';
import { openApp, pick } from '../support/render-app';
import { aCustomer, aDetailOf, AS_OPERATOR } from './builders';

const READY: Answers = {
  ...AS_OPERATOR,
  AdminGetAccount: () => aDetailOf(),
  GetAccountHealth: () => aCustomer(),
  GetAccountTasks: () => ({}),
};

const aWebhook = (id: string, change: Partial<WebhookSubscription> = {}): WebhookSubscription => ({
  ...NEW_WEBHOOK,
  id: `gid://shopify/WebhookSubscription/${id}`,
  topic: 'PRODUCTS_UPDATE',
  httpUrl: 'https://app.example.com/webhooks/shopify',
  ...change,
});

const HTTP = aWebhook('901');
const ARN = 'arn:aws:events:us-east-1::event-source/aws.partner/shopify.com/123/source';
const AWS = aWebhook('902', { topic: 'APP_UNINSTALLED', httpUrl: '', awsArn: ARN });
const PUBSUB = aWebhook('903', { topic: 'ORDERS_CREATE', httpUrl: '', googleProject: 'my-project', googleTopic: 'orders' });

async function openWebhooks(answers: Answers) {
  const opened = openApp('/admin/account/7', { ...READY, ...answers });
  await pressFound('Shopify Webhooks');
  return { ...opened, section: get('region', 'Shopify Webhooks') };
}

const saved = (calls: readonly { method: string; input: unknown }[]) =>
  calls.findLast(({ method }) => method === 'AdminSaveWebhook')?.input;

describe('the list of topics', () => {
  it('has about two hundred uppercase topics, sorted, without duplicates', () => {
    expect(SHOPIFY_TOPICS.length).toBeGreaterThan(190);
    expect(SHOPIFY_TOPICS.every((topic) => /^[A-Z_]+$/u.test(topic))).toBe(true);
    expect([...new Set(SHOPIFY_TOPICS)].toSorted()).toEqual(SHOPIFY_TOPICS);
    for (const topic of ['APP_UNINSTALLED', 'ORDERS_CREATE', 'PRODUCTS_UPDATE', 'INVENTORY_LEVELS_UPDATE']) {
      expect(SHOPIFY_TOPICS).toContain(topic);
    }
  });
});

describe('a webhook’s target', () => {
  it.each([
    [HTTP, 'http', 'Http: webhooks/shopify'],
    [aWebhook('1', { httpUrl: 'https://app.example.com/a/b/c/?x=/y/z' }), 'http', 'Http: b/c'],
    [AWS, 'eventbridge', 'Aws: 123/source'],
    [PUBSUB, 'pubsub', 'GoogPubSub: my-project, orders'],
    [aWebhook('2', { httpUrl: '' }), 'http', '??'],
  ])('has a summary and a type', (webhook, type, summary) => {
    expect(targetSummary(webhook)).toBe(summary);
    expect(webhookType(webhook)).toBe(type);
  });
});

describe('the webhooks of an account', () => {
  it('shows a loading state, then one row per webhook, sorted by topic', async () => {
    let answer: (value: object) => void = () => undefined;
    const { section } = await openWebhooks({ AdminGetWebhooks: () => new Promise<object>((resolve) => (answer = resolve)) });
    shows('Loading...', section);
    answer({ subscriptions: [HTTP, PUBSUB, AWS] });
    const table = await find('table', undefined, section);
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.querySelector('td')?.textContent)).toEqual(['902', '903', '901']);
    expect(rows.map((row) => row.getAttribute('data-topic'))).toEqual(['APP_UNINSTALLED', 'ORDERS_CREATE', 'PRODUCTS_UPDATE']);
    expect(rows[0]?.textContent).toContain('Aws: 123/source');
    has('button', 'Edit PRODUCTS_UPDATE', table);
  });

  it('says that there are none, and adds the missing ones', async () => {
    const { section, calls } = await openWebhooks({ AdminGetWebhooks: () => ({}), AdminAddAllWebhooks: () => ({}) });
    await sees('No webhooks found', section);
    press('Auto-Add Missing Webhooks', section);
    await sees('Missing webhooks added');
    expect(inputOf(calls, 'AdminAddAllWebhooks')).toEqual({ id: 7 });
    // Loads again in an effect, which may run after the toast is shown.
    await waitFor(() => expect(inputsOf(calls, 'AdminGetWebhooks')).toHaveLength(2));
  });

  it('creates one: topic from the suggestions, type, its field, Save; no Delete', async () => {
    const { section, calls } = await openWebhooks({ AdminGetWebhooks: () => ({}), AdminSaveWebhook: () => ({}) });
    await pressFound('Add', section);
    const dialog = await find('dialog', 'Update Webhook');
    hasNo('button', 'Delete', dialog);
    const topic = get('combobox', 'Topic', dialog);
    fill(topic, 'orders_c');
    const options = within(get('listbox', undefined, dialog)).getAllByRole('option');
    expect(options.slice(0, 3).map((option) => option.textContent)).toEqual(['ORDERS_CANCELLED', 'ORDERS_CREATE', 'DRAFT_ORDERS_CREATE']);
    expect(options).toHaveLength(5);
    click(options[1] ?? dialog);
    expect(topic).toHaveProperty('value', 'ORDERS_CREATE');
    has('textbox', 'HTTP URL', dialog);
    await pick('Type', 'PubSub');
    hasNo('textbox', 'HTTP URL', dialog);
    fill(get('textbox', 'Google project', dialog), ' my-project ');
    fill(get('textbox', 'Google topic', dialog), 'orders');
    press('Save', dialog);
    await sees('Webhook saved');
    await waitFor(() => hasNo('dialog'));
    expect(saved(calls)).toEqual({
      accountId: '7',
      delete: false,
      subscription: { ...NEW_WEBHOOK, topic: 'ORDERS_CREATE', googleProject: 'my-project', googleTopic: 'orders' },
    });
  });

  it('changes one: starts with its own type, and sends only the target of the selected type', async () => {
    const { section, calls } = await openWebhooks({ AdminGetWebhooks: () => ({ subscriptions: [AWS] }), AdminSaveWebhook: () => ({}) });
    await pressFound('Edit APP_UNINSTALLED', section);
    const dialog = await find('dialog', 'Update Webhook');
    expect(get('textbox', 'AWS ARN', dialog)).toHaveProperty('value', ARN);
    await pick('Type', 'HTTP');
    fill(get('textbox', 'HTTP URL', dialog), 'https://app.example.com/x');
    press('Save', dialog);
    await sees('Webhook saved');
    expect(saved(calls)).toEqual({
      accountId: '7',
      delete: false,
      subscription: { ...AWS, awsArn: '', httpUrl: 'https://app.example.com/x' },
    });
  });

  it('deletes one only after confirmation', async () => {
    const { section, calls } = await openWebhooks({ AdminGetWebhooks: () => ({ subscriptions: [HTTP] }), AdminSaveWebhook: () => ({}) });
    await pressFound('Edit PRODUCTS_UPDATE', section);
    press('Delete', await find('dialog', 'Update Webhook'));
    const question = await find('dialog', 'Delete webhook');
    shows('Are you sure you want to delete this webhook?', question);
    expect(saved(calls)).toBeUndefined();
    press('Delete', question);
    await sees('Webhook deleted');
    expect(saved(calls)).toEqual({ accountId: '7', delete: true, subscription: HTTP });
    await waitFor(() => hasNo('dialog'));
  });

  it('keeps the dialog and its values when saving fails', async () => {
    expectNoise(/saving webhook: invalid_argument/u);
    const { section } = await openWebhooks({
      AdminGetWebhooks: () => ({}),
      AdminSaveWebhook: () => refusal('invalid_argument', 'subscription.topic must be one of Shopify’s topics.'),
    });
    await pressFound('Add', section);
    const dialog = await find('dialog', 'Update Webhook');
    fill(get('textbox', 'HTTP URL', dialog), 'https://x.example');
    press('Save', dialog);
    await sees(/must be one of Shopify’s topics/u);
    expect(get('textbox', 'HTTP URL', dialog)).toHaveProperty('value', 'https://x.example');
  });

  it.each([
    ['getting webhooks', { AdminGetWebhooks: () => refusal('unavailable', 'No.') }, null],
    [
      'adding missing webhooks',
      { AdminGetWebhooks: () => ({}), AdminAddAllWebhooks: () => refusal('unavailable', 'No.') },
      'Auto-Add Missing Webhooks',
    ],
  ])('logs a failure under “%s”', async (label, answers, button) => {
    expectNoise(new RegExp(`^console\\.error: ${label}: unavailable`, 'u'));
    const { section } = await openWebhooks(answers);
    if (button !== null) await pressFound(button, section);
    expect((await screen.findAllByText(/No\./u)).length).toBeGreaterThan(0);
  });

  it('logs a failure to delete under “deleting webhook”, and keeps the dialog', async () => {
    expectNoise(/^console\.error: deleting webhook: unavailable/u);
    const { section } = await openWebhooks({
      AdminGetWebhooks: () => ({ subscriptions: [HTTP] }),
      AdminSaveWebhook: () => refusal('unavailable', 'No.'),
    });
    await pressFound('Edit PRODUCTS_UPDATE', section);
    await pressFound('Delete');
    press('Delete', await find('dialog', 'Delete webhook'));
    await sees('Error deleting webhook');
    has('dialog', 'Update Webhook');
  });

  it('saves nothing and logs “no editable webhook” when none is selected', async () => {
    expectNoise(/^console\.warn: no editable webhook$/u);
    const { operators, calls } = createFakeApi({ AdminGetWebhooks: () => ({}) });
    const wrapper = ({ children }: { readonly children: ReactNode }) => (
      <ApiContext value={createFakeApi({}).api}>
        <OperatorApiContext value={operators}>{children}</OperatorApiContext>
      </ApiContext>
    );
    const { result } = renderHook(() => useWebhooks('7'), { wrapper });
    await waitFor(() => expect(result.current.loaded.remote.state).toBe('ready'));
    expect(await result.current.save(null, 'http')).toBe(false);
    expect(calls.map(({ method }) => method)).toEqual(['AdminGetWebhooks']);
  });

  it('keeps the loading state while nothing responds', async () => {
    const { section } = await openWebhooks({ AdminGetWebhooks: never });
    shows('Loading...', section);
    hides('No webhooks found', section);
  });
});
