import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { refusal, inputsOf, inputOf } from '../support/fake-api';
import { find, press, fill, sees, shows, get, finds, click } from '../support/page';
import { openApp, pick } from '../support/render-app';
import { aDeadLetter, anAuditEntry, AS_OPERATOR } from './builders';

describe('the audit log', () => {
  it('shows action, operator, customer, result and reference', async () => {
    openApp('/admin/audit', {
      ...AS_OPERATOR,
      GetAudit: () => ({
        entries: [
          anAuditEntry(),
          anAuditEntry({
            id: '39',
            method: 'sh.Session/ImpersonateDomain',
            detail: '{"domain":"second"}',
            domain: '',
            accountId: '9',
            result: 'not_found',
          }),
          anAuditEntry({ id: '38', method: 'sh.Admin/SomethingNew', detail: '{}', accountId: '', domain: '' }),
        ],
      }),
    });
    const table = await find('table', 'Audit log');
    const [, first, second, third] = within(table).getAllByRole('row');
    for (const text of [
      'Queued a snapshot',
      'sh.Admin/AdminBuildSnapshot',
      '"source":"square"',
      'operator.myshopify.com',
      'OK',
      'req-40',
    ]) {
      expect(first?.textContent).toContain(text);
    }
    expect(
      within(first ?? table)
        .getAllByRole('link', { name: 'demo.myshopify.com' })[0]
        ?.getAttribute('href'),
    ).toBe('/admin/account/7');
    expect(second?.textContent).toContain('Started impersonating');
    expect(second?.textContent).toContain('Account 9');
    expect(second?.textContent).toContain('not_found');
    expect(third?.textContent).toContain('Something new');
  });

  it('keeps its filters in the URL, and pages to older entries and back to the newest', async () => {
    const { calls } = openApp('/admin/audit?account=7&actor=operator.myshopify.com', {
      ...AS_OPERATOR,
      GetAudit: () => ({ entries: [anAuditEntry()], nextCursor: '40' }),
    });
    const lastRequest = () => calls.findLast(({ method }) => method === 'GetAudit')?.input;
    await find('table', 'Audit log');
    expect(lastRequest()).toEqual({ accountId: '7', actor: 'operator.myshopify.com', method: '', cursor: '', limit: 100 });
    press('Older');
    await waitFor(() => expect(lastRequest()).toMatchObject({ cursor: '40', accountId: '7' }));
    expect(window.location.search).toContain('cursor=40');
    press('Newest');
    await waitFor(() => expect(lastRequest()).toMatchObject({ cursor: '' }));
    fill(get('textbox', 'Method'), 'AdminSaveWebhook');
    fill(get('textbox', 'Account ID'), '');
    press('Apply filters');
    await waitFor(() =>
      expect(lastRequest()).toMatchObject({ accountId: '', actor: 'operator.myshopify.com', method: 'AdminSaveWebhook' }),
    );
    expect(window.location.search).toBe('?actor=operator.myshopify.com&method=AdminSaveWebhook');
    press('Clear filters');
    await waitFor(() => expect(window.location.search).toBe(''));
    click(screen.getAllByRole('button', { name: 'Show only actions on demo.myshopify.com' })[0] ?? document.body);
    await waitFor(() => expect(lastRequest()).toMatchObject({ accountId: '7' }));
  });

  it('shows when nothing matches', async () => {
    openApp('/admin/audit?method=x', { ...AS_OPERATOR, GetAudit: () => ({}) });
    await sees('No matching entries');
    press('Show all entries');
    await sees('What operators view and change is recorded here.');
  });

  it.each([
    ['/admin/audit', 'GetAudit', 'getting the audit log'],
    ['/admin/alerts', 'GetAlerts', 'getting alerts'],
    ['/admin/dead-letters', 'GetDeadLetters', 'getting dead letters'],
  ])('%s shows when it cannot be loaded', async (path, method, label) => {
    expectNoise(new RegExp(`${label}: unavailable`, 'u'));
    openApp(path, { ...AS_OPERATOR, AdminGetRegisteredTasks: () => ({}), [method]: () => refusal('unavailable', 'Back soon.', 'req-2') });
    shows('req-2', await find('alert'));
  });
});

describe('alerts', () => {
  const alerts = [
    {
      id: '2',
      accountId: '9',
      domain: 'second.myshopify.com',
      kind: 'square_token',
      message: 'Square no longer lets us in.',
      raisedAt: new Date(Date.now() - 7_200_000).toISOString(),
      operatorToldAt: '2026-11-20T09:00:00Z',
    },
    {
      id: '1',
      kind: 'webhooks',
      message: 'The task failed twice.',
      raisedAt: '2026-11-19T09:00:00Z',
      clearedAt: '2026-11-19T10:00:00Z',
    },
  ];

  it('show customer, kind, message and status', async () => {
    openApp('/admin/alerts', { ...AS_OPERATOR, GetAlerts: () => ({ alerts }) });
    const table = await find('table', 'Alerts');
    const [, first, second] = within(table).getAllByRole('row');
    for (const text of ['Square access lost', 'second.myshopify.com', 'Square no longer lets us in.', 'Open for 2 hours']) {
      expect(first?.textContent).toContain(text);
    }
    for (const text of ['Received webhook', 'All customers', 'Resolved ']) expect(second?.textContent).toContain(text);
  });

  it('can be filtered to open ones and to one account, in the URL', async () => {
    const { calls } = openApp('/admin/alerts?account=9', { ...AS_OPERATOR, GetAlerts: () => ({ alerts }) });
    const lastRequest = () => calls.findLast(({ method }) => method === 'GetAlerts')?.input;
    click(await find('checkbox', 'Open alerts only'));
    await waitFor(() => expect(lastRequest()).toEqual({ accountId: '9', openOnly: true, cursor: '', limit: 100 }));
    shows('Account 9 only');
    press('Show all accounts');
    await waitFor(() => expect(lastRequest()).toMatchObject({ accountId: '', openOnly: true }));
    expect(window.location.search).toBe('?open=true');
  });

  it('show when there are none', async () => {
    openApp('/admin/alerts', { ...AS_OPERATOR, GetAlerts: () => ({}) });
    await sees('Health problems and failing tasks appear here.');
  });
});

describe('dead letters', () => {
  const letters = [
    aDeadLetter(),
    aDeadLetter({ id: 'w2', processor: 'webhooks', subject: 'orders/create', accountId: '', domain: 'MLX', reason: 'No account.' }),
  ];
  const list = {
    ...AS_OPERATOR,
    AdminGetRegisteredTasks: () => ({ asyncTasks: [{ name: 'snapshot' }, { name: 'billing' }] }),
    GetDeadLetters: () => ({ total: 2, letters }),
  };

  it('are selected and replayed, and show the result of each', async () => {
    const { calls } = openApp('/admin/dead-letters', {
      ...list,
      ReplayDeadLetters: () => ({
        results: [
          { id: 't1', ok: true, problem: '' },
          { id: 'w2', ok: false, problem: 'Its account is gone.' },
        ],
      }),
    });
    const table = await find('table', 'Dead letters');
    expect(table.textContent).toContain('Square did not answer.');
    const replay = get('button', 'Replay');
    expect(replay.getAttribute('aria-disabled')).toBe('true');
    click(replay);
    expect(inputsOf(calls, 'ReplayDeadLetters')).toEqual([]);
    click(get('checkbox', 'Select all on this page', table));
    press('Replay 2');
    await sees('1 dead letter replayed, 1 failed. See each one for the reason.');
    await sees('Not done: Its account is gone.');
    expect(inputOf(calls, 'ReplayDeadLetters')).toEqual({ ids: ['t1', 'w2'] });
    await waitFor(() => expect(inputsOf(calls, 'GetDeadLetters')).toHaveLength(2));
    await finds('button', 'Replay');
  });

  it('are dropped only after confirmation', async () => {
    const { calls } = openApp('/admin/dead-letters', { ...list, DropDeadLetters: () => ({ results: [{ id: 't1', ok: true }] }) });
    const table = await find('table', 'Dead letters');
    click(get('checkbox', 'Select square of demo.myshopify.com', table));
    press('Drop 1');
    const dialog = await find('dialog', 'Drop dead letters');
    expect(inputsOf(calls, 'DropDeadLetters')).toEqual([]);
    press('Drop', dialog);
    await sees('1 dead letter dropped.');
    expect(inputOf(calls, 'DropDeadLetters')).toEqual({ ids: ['t1'] });
  });

  it('can be filtered to one processor, in the URL', async () => {
    const { calls } = openApp('/admin/dead-letters', list);
    await find('table', 'Dead letters');
    await pick('Processor', 'Subscription check');
    await waitFor(() =>
      expect(calls.findLast(({ method }) => method === 'GetDeadLetters')?.input).toEqual({ processor: 'billing', cursor: '', limit: 100 }),
    );
    expect(window.location.search).toBe('?processor=billing');
  });

  it('show when there are none', async () => {
    openApp('/admin/dead-letters', { ...list, GetDeadLetters: () => ({}) });
    await sees('No dead letters');
  });
});
