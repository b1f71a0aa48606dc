import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { describePause } from '../../../../src/web/features/shell/pause-notice';
import { aStatus } from '../../support/builders';
import { openApp } from '../../support/render-app';
import { aCustomer, aDetailOf, AS_OPERATOR } from './builders';

const PAUSE = {
  accountId: '7',
  domain: 'demo.myshopify.com',
  source: 'square',
  by: 'operator.myshopify.com',
  reason: 'Square asked us to wait',
  since: '2026-11-20T09:00:00Z',
};
const TOLD = { told: 1, untold: 0, untoldAccountIds: [] };

describe('the operators’ switch for changes', { timeout: 20_000 }, () => {
  it('pauses what is chosen, once it was confirmed, with the reason', async () => {
    const { calls } = openApp('/admin/pauses?account=7', { ...AS_OPERATOR, PauseWrites: () => TOLD });
    const form = await screen.findByRole('form', { name: 'Pause changes' });
    expect(await screen.findByText('Nothing is paused')).toBeTruthy();
    fireEvent.change(within(form).getByLabelText('Why'), { target: { value: ' Square asked us to wait ' } });
    fireEvent.submit(form);
    expect(await screen.findByText('Pause all changes of account 7?')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'PauseWrites')).toBe(false);
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause' }));
    await waitFor(() =>
      expect(calls.findLast(({ method }) => method === 'PauseWrites')?.input).toEqual({
        accountId: '7',
        source: '',
        reason: 'Square asked us to wait',
      }),
    );
    expect(await screen.findByText('Paused: all changes of account 7.')).toBeTruthy();
  });

  it('lets what is paused go on, with a reason, and says who could not be told', async () => {
    const { calls } = openApp('/admin/pauses', {
      ...AS_OPERATOR,
      GetWritePauses: () => ({ pauses: [PAUSE] }),
      ResumeWrites: () => ({ told: 0, untold: 1, untoldAccountIds: ['7'] }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Let go on' }));
    const dialog = await screen.findByRole('dialog');
    const go = within(dialog).getByRole('button', { name: 'Let go on' });
    expect(go.hasAttribute('disabled')).toBe(true);
    fireEvent.change(within(dialog).getByLabelText('Why'), { target: { value: 'All is well' } });
    fireEvent.click(go);
    await waitFor(() =>
      expect(calls.findLast(({ method }) => method === 'ResumeWrites')?.input).toEqual({
        accountId: '7',
        source: 'square',
        reason: 'All is well',
      }),
    );
    expect(await screen.findByText(/1 account does not answer and reads it by the next minute/u)).toBeTruthy();
  });

  it.each(['/admin', '/admin/audit', '/admin/alerts', '/admin/dead-letters', '/admin/account/7', '/admin/pauses', '/new/admin'])(
    'is told on %s: what is paused, by whom and why',
    async (path) => {
      openApp(path, {
        ...AS_OPERATOR,
        GetWritePauses: () => ({ pauses: [PAUSE] }),
        GetFleet: () => ({}),
        GetAudit: () => ({}),
        GetAlerts: () => ({}),
        GetDeadLetters: () => ({}),
        AdminGetRegisteredTasks: () => ({}),
        AdminGetAccounts: () => ({}),
        AdminGetAccount: aDetailOf,
        GetAccountHealth: aCustomer,
        GetAccountTasks: () => ({}),
      });
      const told = await screen.findByText(
        /^Paused: changes to Square of demo\.myshopify\.com, since .+, by operator\.myshopify\.com: Square asked us to wait$/u,
      );
      expect(told).toBeTruthy();
    },
  );
});

describe('a merchant whose changes are paused', () => {
  const pause = { source: '', by: 'operator.myshopify.com', reason: 'Square asked us to wait', since: '2026-11-20T09:00:00Z' };

  it.each(['/dashboard', '/inventory', '/history', '/settings', '/new/dashboard'])('reads who, when and why on %s', async (path) => {
    openApp(path, { GetAccountStatus: () => aStatus({ writePauses: [pause] }) });
    expect(await screen.findByText(describePause(pause))).toBeTruthy();
  });

  it('reads which platform it is', () => {
    expect(describePause({ ...pause, source: 'square' })).toMatch(
      /^The operators of Shelfbridge \(operator\.myshopify\.com\) have paused changes to Square since NOV \d\d \d\d:\d\d: Square asked us to wait\. /iu,
    );
  });
});
