import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { never, refusal } from '../support/fake-api';
import { openApp } from '../support/render-app';

const SAVED = {
  accountName: 'Harbour & Pine',
  applyMaxQuantity: false,
  maxQuantityUpdate: 50,
  setBarcode: false,
  autoSync: true,
  alertAddress: '',
};

async function box(label: string): Promise<HTMLInputElement> {
  return screen.findByLabelText<HTMLInputElement>(label);
}

afterEach(() => {
  vi.useRealTimers();
});

describe('settings', () => {
  it('saves all of them at once, confirms it briefly, and shows the new name', async () => {
    const { calls } = openApp('/settings', { GetAccountSettings: () => SAVED, SaveAccountSettings: () => ({}) });
    fireEvent.change(await box('Account Name'), { target: { value: ' Pine & Sons ' } });
    fireEvent.click(screen.getByRole('switch', { name: 'Set Shopify Barcodes' }));
    fireEvent.click(screen.getByRole('switch', { name: 'Auto-sync' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Settings saved!')).toBeTruthy();
    expect(calls.find((call) => call.method === 'SaveAccountSettings')?.input).toEqual({
      ...SAVED,
      accountName: 'Pine & Sons',
      setBarcode: true,
      autoSync: false,
    });
    expect(screen.getByRole('button', { name: 'Pine & Sons' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Settings saved!')).toBeNull(), { timeout: 4000 });
  });

  it('keeps unsaved edits while another page is open, shows a note, and discards them on request', async () => {
    const { calls } = openApp('/settings', { GetAccountSettings: () => SAVED, SaveAccountSettings: () => ({}) });
    await box('Account Name');
    expect(screen.queryByText('You have unsaved changes.')).toBeNull();
    const leaving = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leaving()).toBe(false);
    fireEvent.change(await box('Account Name'), { target: { value: 'Pine' } });
    expect(leaving()).toBe(true);
    fireEvent.click(screen.getByRole('link', { name: 'Locations' }));
    await screen.findByRole('heading', { name: 'Locations' });
    act(() => window.history.back());
    expect((await box('Account Name')).value).toBe('Pine');
    expect(screen.getByText('You have unsaved changes.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect((await box('Account Name')).value).toBe(SAVED.accountName);
    expect(screen.queryByText('You have unsaved changes.')).toBeNull();
    expect(leaving()).toBe(false);
    expect(calls.some((call) => call.method === 'SaveAccountSettings')).toBe(false);
  });

  it('shows the saved message for 1.5 s', async () => {
    openApp('/settings', { GetAccountSettings: () => SAVED, SaveAccountSettings: () => ({}) });
    await box('Account Name');
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Save Settings' }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText('Settings saved!')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(1490));
    expect(screen.getByText('Settings saved!')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(10));
    expect(screen.queryByText('Settings saved!')).toBeNull();
  });

  it('enables the maximum only while it is enforced, and rejects an invalid one', async () => {
    openApp('/settings', { GetAccountSettings: () => SAVED });
    const maximum = await box('Maximum');
    expect(maximum.disabled).toBe(true);
    fireEvent.click(screen.getByRole('switch', { name: 'Enforce a Maximum Update Quantity' }));
    expect(maximum.disabled).toBe(false);
    fireEvent.change(maximum, { target: { value: '0' } });
    expect(screen.getByText('Enter a whole number from 1 to 1,000,000.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Settings' }).disabled).toBe(true);
    fireEvent.change(maximum, { target: { value: '20' } });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Settings' }).disabled).toBe(false);
  });

  it('keeps the typed text when saving fails, and shows why', async () => {
    expectNoise(/saving account settings: invalid_argument/u);
    openApp('/settings', {
      GetAccountSettings: () => SAVED,
      SaveAccountSettings: () => refusal('invalid_argument', 'account_name is too long.', 'req-4'),
    });
    fireEvent.change(await box('Account Name'), { target: { value: 'Pine' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('account_name is too long. Reference: req-4')).toBeTruthy();
    expect((await box('Account Name')).value).toBe('Pine');
    expect(screen.queryByText('Settings saved!')).toBeNull();
  });

  it('saves the alert address, explains the emails and their sender, and removes it again', async () => {
    let stored = { ...SAVED };
    const { calls } = openApp('/settings', {
      GetAppInfo: () => ({ billingMode: 'shopify', alertSender: 'alerts@shelfbridge.example' }),
      GetAccountSettings: () => stored,
      SaveAccountSettings: (input: typeof SAVED) => {
        stored = input;
        return {};
      },
    });
    const address = await box('Email address for alerts');
    expect(screen.getByText(/^We email you when something needs your attention/u)).toBeTruthy();
    expect(screen.getByText('Emails come from alerts@shelfbridge.example.')).toBeTruthy();
    fireEvent.change(address, { target: { value: ' owner+stock@shop.example ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Settings saved!')).toBeTruthy();
    expect(address.value).toBe('owner+stock@shop.example');
    fireEvent.change(address, { target: { value: '' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save Settings' }));
    await waitFor(() => expect(stored.alertAddress).toBe(''));
    const inputs = calls.filter((call) => call.method === 'SaveAccountSettings').map((call) => call.input);
    expect(inputs).toEqual([{ ...SAVED, alertAddress: 'owner+stock@shop.example' }, SAVED]);
  });

  it('merges with a save at the same time elsewhere, and saves again', async () => {
    expectNoise(/saving account settings: failed_precondition/u);
    let stored = { ...SAVED, version: '1' };
    let first = true;
    openApp('/settings', {
      GetAccountSettings: () => stored,
      SaveAccountSettings: (input: typeof stored) => {
        if (first) stored = { ...stored, setBarcode: !SAVED.setBarcode, version: '2' };
        first = false;
        if (input.version !== stored.version) return refusal('failed_precondition', 'The settings were changed elsewhere in the meantime.');
        stored = { ...input, version: '3' };
        return {};
      },
    });
    fireEvent.change(await box('Account Name'), { target: { value: 'Pine' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Settings saved!')).toBeTruthy();
    expect(stored).toEqual({ ...SAVED, accountName: 'Pine', setBarcode: !SAVED.setBarcode, version: '3' });
  });

  it('shows that no email is sent without a sender', async () => {
    openApp('/settings', { GetAccountSettings: () => SAVED });
    expect(await screen.findByText(/^This installation of Shelfbridge does not send email yet/u)).toBeTruthy();
  });

  it('does not send an invalid address, and shows next to it why the server refused one', async () => {
    expectNoise(/saving account settings: invalid_argument/u);
    openApp('/settings', {
      GetAccountSettings: () => SAVED,
      SaveAccountSettings: () => refusal('invalid_argument', 'alert_address must be one mail address of at most 254 characters.'),
    });
    const address = await box('Email address for alerts');
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save Settings' });
    for (const wrong of ['owner', 'owner@shop', 'a@b.example, c@d.example', 'Owner <a@b.example>', 'a b@c.example']) {
      fireEvent.change(address, { target: { value: wrong } });
      expect([wrong, save.disabled]).toEqual([wrong, true]);
      expect(address.getAttribute('aria-invalid')).toBe('true');
    }
    fireEvent.change(address, { target: { value: 'owner@shop.example' } });
    fireEvent.click(save);
    const why = await screen.findByText('The address must be one mail address of at most 254 characters.');
    expect(address.getAttribute('aria-describedby')).toBe(why.id);
    expect(screen.queryByText('Settings saved!')).toBeNull();
    fireEvent.change(address, { target: { value: 'other@shop.example' } });
    expect(screen.queryByText(/^The address must be/u)).toBeNull();
  });

  it('saves only the changes of this form and keeps those of another tab', async () => {
    let stored = { ...SAVED };
    const { calls } = openApp('/settings', { GetAccountSettings: () => stored, SaveAccountSettings: () => ({}) });
    await box('Account Name');
    stored = {
      ...SAVED,
      accountName: 'Renamed elsewhere',
      applyMaxQuantity: true,
      maxQuantityUpdate: 7,
      alertAddress: 'owner@shop.example',
    };
    fireEvent.click(screen.getByRole('switch', { name: 'Set Shopify Barcodes' }));
    fireEvent.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Settings saved!')).toBeTruthy();
    expect(calls.find((call) => call.method === 'SaveAccountSettings')?.input).toEqual({ ...stored, setBarcode: true });
    expect((await box('Account Name')).value).toBe('Renamed elsewhere');
    expect((await box('Maximum')).value).toBe('7');
  });

  it('saves nothing when the current settings fail to load', async () => {
    expectNoise(/saving account settings: unavailable/u);
    let down = false;
    const { calls } = openApp('/settings', {
      GetAccountSettings: () => (down ? refusal('unavailable', 'Try again in a minute.', 'req-8') : SAVED),
      SaveAccountSettings: () => ({}),
    });
    fireEvent.change(await box('Account Name'), { target: { value: 'Pine' } });
    down = true;
    fireEvent.click(screen.getByRole('button', { name: 'Save Settings' }));
    expect(await screen.findByText('Try again in a minute. Reference: req-8')).toBeTruthy();
    expect(calls.some((call) => call.method === 'SaveAccountSettings')).toBe(false);
    expect((await box('Account Name')).value).toBe('Pine');
  });

  it('shows its layout while it loads', async () => {
    openApp('/settings', { GetAccountSettings: never });
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save Settings' })).toBeNull();
  });

  it('shows an error when they fail to load', async () => {
    expectNoise(/getting account settings: unavailable/u);
    openApp('/settings', { GetAccountSettings: () => refusal('unavailable', 'Try again in a minute.') });
    expect(await screen.findByText('Your settings could not be loaded.')).toBeTruthy();
  });
});
