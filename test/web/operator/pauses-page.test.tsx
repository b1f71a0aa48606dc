import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { findingText } from '../../../src/web/merchant/inventory/variant.text';
import { describePause } from '../../../src/web/shared/shell/pause-notice';
import { aDetail, aStatus } from '../support/builders';
import { openApp } from '../support/render-app';
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
    expect(await screen.findByText('Pause all changes for account 7?')).toBeTruthy();
    expect(calls.some(({ method }) => method === 'PauseWrites')).toBe(false);
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause' }));
    await waitFor(() =>
      expect(calls.findLast(({ method }) => method === 'PauseWrites')?.input).toEqual({
        accountId: '7',
        source: '',
        reason: 'Square asked us to wait',
      }),
    );
    expect(await screen.findByText('Paused: all changes for account 7.')).toBeTruthy();
  });

  it('lets what is paused go on, with a reason, and says who could not be told', async () => {
    const { calls } = openApp('/admin/pauses', {
      ...AS_OPERATOR,
      GetWritePauses: () => ({ pauses: [PAUSE] }),
      ResumeWrites: () => ({ told: 0, untold: 1, untoldAccountIds: ['7'] }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Resume' }));
    const dialog = await screen.findByRole('dialog');
    const go = within(dialog).getByRole('button', { name: 'Resume' });
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

  it.each(['/admin', '/admin/audit', '/admin/alerts', '/admin/dead-letters', '/admin/account/7', '/new/admin'])(
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
        /^Paused: changes to Square for demo\.myshopify\.com, since .+, by operator\.myshopify\.com: Square asked us to wait$/u,
      );
      expect(told).toBeTruthy();
    },
  );
});

it('an operator reads each pause once on the page of pauses', async () => {
  openApp('/admin/pauses', { ...AS_OPERATOR, GetWritePauses: () => ({ pauses: [PAUSE] }) });
  expect(await screen.findByText('Paused: changes to Square for demo.myshopify.com')).toBeTruthy();
  expect(screen.getAllByText(/Square asked us to wait/u)).toHaveLength(1);
});

describe('a merchant whose changes are paused', () => {
  const pause = { source: '', by: 'operator.myshopify.com', reason: 'Square asked us to wait', since: '2026-11-20T09:00:00Z' };

  it.each(['/dashboard', '/inventory', '/history', '/settings', '/new/dashboard'])('reads who, when and why on %s', async (path) => {
    openApp(path, { GetAccountStatus: () => aStatus({ writePauses: [pause] }) });
    expect(await screen.findByText(describePause(pause))).toBeTruthy();
  });

  it('finds it in one line on a phone, which opens to the rest', async () => {
    const wide = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((media) => Object.assign(new EventTarget(), { matches: false, media }) as MediaQueryList);
    openApp('/history', {
      GetHistory: () => ({}),
      GetAccountStatus: () => aStatus({ writePauses: [pause, { ...pause, source: 'square' }] }),
    });
    const line = await screen.findByText('Changes to Shopify and Square are paused.');
    const details = line.closest('details');
    expect(details?.open).toBe(false);
    expect(details?.textContent).toContain(describePause(pause));
    wide.mockRestore();
  });

  it('reads in a variant why a change does not arrive', () => {
    const status = aStatus({ writePauses: [{ ...pause, source: 'square' }] });
    expect(findingText('inventory_mismatch', aDetail({ squareQuantity: 3, underWay: true }), status).text).toMatch(
      /not arrived on the other platform yet\. Changes to Square are paused\.$/u,
    );
    expect(findingText('in_sync', aDetail({ underWay: true }), status).text).toMatch(/yet\. Changes to Square are paused\.$/u);
  });

  it('reads which platform it is', () => {
    expect(describePause({ ...pause, source: 'square' })).toMatch(
      /^Shelfbridge support \(operator\.myshopify\.com\) paused changes to Square on NOV \d\d \d\d:\d\d: Square asked us to wait\. /iu,
    );
  });
});
