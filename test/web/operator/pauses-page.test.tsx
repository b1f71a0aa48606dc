import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { findingOf } from '../../../src/web/merchant/inventory/variant-findings';
import { describePause } from '../../../src/web/shared/shell/pause-notice';
import { aDetail, aStatus } from '../support/builders';
import { inputsOf } from '../support/fake-api';
import { find, sees, fill, press, pressFound, get, click } from '../support/page';
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
const NOTIFIED = { told: 1, untold: 0, untoldAccountIds: [] };

describe('the pauses page', () => {
  it('pauses the selected changes after confirmation, with the reason', async () => {
    const { calls } = openApp('/admin/pauses?account=7', { ...AS_OPERATOR, PauseWrites: () => NOTIFIED });
    const form = await find('form', 'Pause changes');
    await sees('No active pauses');
    fill(within(form).getByLabelText('Reason'), ' Square asked us to wait ');
    fireEvent.submit(form);
    await sees('Pause all changes for account 7?');
    expect(inputsOf(calls, 'PauseWrites')).toEqual([]);
    press('Pause changes', await find('dialog'));
    await waitFor(() =>
      expect(calls.findLast(({ method }) => method === 'PauseWrites')?.input).toEqual({
        accountId: '7',
        source: '',
        reason: 'Square asked us to wait',
      }),
    );
    await sees('Paused: all changes for account 7.');
  });

  it('resumes a pause with a reason, and shows which accounts did not respond', async () => {
    const { calls } = openApp('/admin/pauses', {
      ...AS_OPERATOR,
      GetWritePauses: () => ({ pauses: [PAUSE] }),
      ResumeWrites: () => ({ told: 0, untold: 1, untoldAccountIds: ['7'] }),
    });
    await pressFound('Resume changes');
    const dialog = await find('dialog');
    const resume = get('button', 'Resume changes', dialog);
    expect(resume.hasAttribute('disabled')).toBe(true);
    fill(within(dialog).getByLabelText('Reason'), 'All is well');
    click(resume);
    await waitFor(() =>
      expect(calls.findLast(({ method }) => method === 'ResumeWrites')?.input).toEqual({
        accountId: '7',
        source: 'square',
        reason: 'All is well',
      }),
    );
    await sees(/^Resumed: .+\. 1 account did not respond and will apply this within a minute\. Repeat it to notify it now\.$/u);
  });

  it.each(['/admin', '/admin/audit', '/admin/alerts', '/admin/dead-letters', '/admin/account/7', '/new/admin'])(
    'shows on %s what is paused, by whom and why',
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
      const notice = await screen.findByText(
        /^Paused: changes to Square for demo\.myshopify\.com, since .+, by operator\.myshopify\.com: Square asked us to wait$/u,
      );
      expect(notice).toBeTruthy();
    },
  );
});

it('shows each pause once on the pauses page', async () => {
  openApp('/admin/pauses', { ...AS_OPERATOR, GetWritePauses: () => ({ pauses: [PAUSE] }) });
  await sees('Paused: changes to Square for demo.myshopify.com');
  expect(screen.getAllByText(/Square asked us to wait/u)).toHaveLength(1);
});

describe('a merchant whose changes are paused', () => {
  const pause = { source: '', by: 'operator.myshopify.com', reason: 'Square asked us to wait', since: '2026-11-20T09:00:00Z' };

  it.each(['/dashboard', '/inventory', '/history', '/settings', '/new/dashboard'])(
    'sees who paused them, when and why on %s',
    async (path) => {
      openApp(path, { GetAccountStatus: () => aStatus({ writePauses: [pause] }) });
      await sees(describePause(pause));
    },
  );

  it('sees one line on a phone, which expands to the rest', async () => {
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

  it('sees in a variant why a change does not arrive', () => {
    const status = aStatus({ writePauses: [{ ...pause, source: 'square' }] });
    expect(findingOf('inventory_mismatch', aDetail({ squareQuantity: 3, underWay: true }), status).text).toMatch(
      /not arrived on the other platform yet\. Changes to Square are paused\.$/u,
    );
    expect(findingOf('in_sync', aDetail({ underWay: true }), status).text).toMatch(/yet\. Changes to Square are paused\.$/u);
  });

  it('sees which platform is paused', () => {
    expect(describePause({ ...pause, source: 'square' })).toMatch(
      /^Shelfbridge support \(operator\.myshopify\.com\) paused changes to Square on NOV \d\d \d\d:\d\d: Square asked us to wait\. /iu,
    );
  });
});
