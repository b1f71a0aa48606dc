import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { refusal } from '../support/fake-api';
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
    const table = await screen.findByRole('table', { name: 'Audit log' });
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
    await screen.findByRole('table', { name: 'Audit log' });
    expect(lastRequest()).toEqual({ accountId: '7', actor: 'operator.myshopify.com', method: '', cursor: '', limit: 100 });
    fireEvent.click(screen.getByRole('button', { name: 'Older' }));
    await waitFor(() => expect(lastRequest()).toMatchObject({ cursor: '40', accountId: '7' }));
    expect(window.location.search).toContain('cursor=40');
    fireEvent.click(screen.getByRole('button', { name: 'Newest' }));
    await waitFor(() => expect(lastRequest()).toMatchObject({ cursor: '' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Method' }), { target: { value: 'AdminSaveWebhook' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Account ID' }), { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: 'Apply filters' }));
    await waitFor(() =>
      expect(lastRequest()).toMatchObject({ accountId: '', actor: 'operator.myshopify.com', method: 'AdminSaveWebhook' }),
    );
    expect(window.location.search).toBe('?actor=operator.myshopify.com&method=AdminSaveWebhook');
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    fireEvent.click(screen.getAllByRole('button', { name: 'Show only actions on demo.myshopify.com' })[0] ?? document.body);
    await waitFor(() => expect(lastRequest()).toMatchObject({ accountId: '7' }));
  });

  it('shows when nothing matches', async () => {
    openApp('/admin/audit?method=x', { ...AS_OPERATOR, GetAudit: () => ({}) });
    expect(await screen.findByText('No matching entries')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all entries' }));
    expect(await screen.findByText('What operators view and change is recorded here.')).toBeTruthy();
  });

  it.each([
    ['/admin/audit', 'GetAudit', 'getting the audit log'],
    ['/admin/alerts', 'GetAlerts', 'getting alerts'],
    ['/admin/dead-letters', 'GetDeadLetters', 'getting dead letters'],
  ])('%s shows when it cannot be loaded', async (path, method, label) => {
    expectNoise(new RegExp(`${label}: unavailable`, 'u'));
    openApp(path, { ...AS_OPERATOR, AdminGetRegisteredTasks: () => ({}), [method]: () => refusal('unavailable', 'Back soon.', 'req-2') });
    expect(within(await screen.findByRole('alert')).getByText('req-2')).toBeTruthy();
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
    const table = await screen.findByRole('table', { name: 'Alerts' });
    const [, first, second] = within(table).getAllByRole('row');
    for (const text of ['Square access lost', 'second.myshopify.com', 'Square no longer lets us in.', 'Open for 2 hours']) {
      expect(first?.textContent).toContain(text);
    }
    for (const text of ['Received webhook', 'All customers', 'Resolved ']) expect(second?.textContent).toContain(text);
  });

  it('can be filtered to open ones and to one account, in the URL', async () => {
    const { calls } = openApp('/admin/alerts?account=9', { ...AS_OPERATOR, GetAlerts: () => ({ alerts }) });
    const lastRequest = () => calls.findLast(({ method }) => method === 'GetAlerts')?.input;
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Open alerts only' }));
    await waitFor(() => expect(lastRequest()).toEqual({ accountId: '9', openOnly: true, cursor: '', limit: 100 }));
    expect(screen.getByText('Account 9 only')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show all accounts' }));
    await waitFor(() => expect(lastRequest()).toMatchObject({ accountId: '', openOnly: true }));
    expect(window.location.search).toBe('?open=true');
  });

  it('show when there are none', async () => {
    openApp('/admin/alerts', { ...AS_OPERATOR, GetAlerts: () => ({}) });
    expect(await screen.findByText('Health problems and failing tasks appear here.')).toBeTruthy();
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
    const table = await screen.findByRole('table', { name: 'Dead letters' });
    expect(table.textContent).toContain('Square did not answer.');
    const replay = screen.getByRole('button', { name: 'Replay' });
    expect(replay.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(replay);
    expect(calls.some(({ method }) => method === 'ReplayDeadLetters')).toBe(false);
    fireEvent.click(within(table).getByRole('checkbox', { name: 'Select all on this page' }));
    fireEvent.click(screen.getByRole('button', { name: 'Replay 2' }));
    expect(await screen.findByText('1 dead letter replayed, 1 failed. See each one for the reason.')).toBeTruthy();
    expect(await screen.findByText('Not done: Its account is gone.')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'ReplayDeadLetters')?.input).toEqual({ ids: ['t1', 'w2'] });
    await waitFor(() => expect(calls.filter(({ method }) => method === 'GetDeadLetters')).toHaveLength(2));
    expect(await screen.findByRole('button', { name: 'Replay' })).toBeTruthy();
  });

  it('are dropped only after confirmation', async () => {
    const { calls } = openApp('/admin/dead-letters', { ...list, DropDeadLetters: () => ({ results: [{ id: 't1', ok: true }] }) });
    const table = await screen.findByRole('table', { name: 'Dead letters' });
    fireEvent.click(within(table).getByRole('checkbox', { name: 'Select square of demo.myshopify.com' }));
    fireEvent.click(screen.getByRole('button', { name: 'Drop 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Drop dead letters' });
    expect(calls.some(({ method }) => method === 'DropDeadLetters')).toBe(false);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Drop' }));
    expect(await screen.findByText('1 dead letter dropped.')).toBeTruthy();
    expect(calls.find(({ method }) => method === 'DropDeadLetters')?.input).toEqual({ ids: ['t1'] });
  });

  it('can be filtered to one processor, in the URL', async () => {
    const { calls } = openApp('/admin/dead-letters', list);
    await screen.findByRole('table', { name: 'Dead letters' });
    await pick('Processor', 'Subscription check');
    await waitFor(() =>
      expect(calls.findLast(({ method }) => method === 'GetDeadLetters')?.input).toEqual({ processor: 'billing', cursor: '', limit: 100 }),
    );
    expect(window.location.search).toBe('?processor=billing');
  });

  it('show when there are none', async () => {
    openApp('/admin/dead-letters', { ...list, GetDeadLetters: () => ({}) });
    expect(await screen.findByText('No dead letters')).toBeTruthy();
  });
});
