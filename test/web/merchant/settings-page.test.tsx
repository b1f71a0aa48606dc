import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { never, refusal, inputOf, inputsOf } from '../support/fake-api';
import { fill, get, press, sees, has, hides, find, shows, finds, hasNo, click } from '../support/page';
import { openApp } from '../support/render-app';

const SAVED = {
  accountName: 'Harbour & Pine',
  applyMaxQuantity: false,
  maxQuantityUpdate: 50,
  setBarcode: false,
  autoSync: true,
  alertAddress: '',
};

async function box(label: string) {
  return screen.findByLabelText<HTMLInputElement>(label);
}

afterEach(() => {
  vi.useRealTimers();
});

describe('settings', () => {
  it('saves all of them at once, confirms it briefly, and shows the new name', async () => {
    const { calls } = openApp('/settings', { GetAccountSettings: () => SAVED, SaveAccountSettings: () => ({}) });
    fill(await box('Account Name'), ' Pine & Sons ');
    click(get('switch', 'Set Shopify Barcodes'));
    click(get('switch', 'Auto-sync'));
    press('Save Settings');
    await sees('Settings saved!');
    expect(inputOf(calls, 'SaveAccountSettings')).toEqual({
      ...SAVED,
      accountName: 'Pine & Sons',
      setBarcode: true,
      autoSync: false,
    });
    has('button', 'Pine & Sons');
    await waitFor(() => hides('Settings saved!'));
  });

  it('keeps unsaved edits while another page is open, shows a note, and discards them on request', async () => {
    const { calls } = openApp('/settings', { GetAccountSettings: () => SAVED, SaveAccountSettings: () => ({}) });
    await box('Account Name');
    hides('You have unsaved changes.');
    const leaving = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leaving()).toBe(false);
    fill(await box('Account Name'), 'Pine');
    expect(leaving()).toBe(true);
    click(get('link', 'Locations'));
    await find('heading', 'Locations');
    act(() => window.history.back());
    expect((await box('Account Name')).value).toBe('Pine');
    shows('You have unsaved changes.');
    press('Discard changes');
    expect((await box('Account Name')).value).toBe(SAVED.accountName);
    hides('You have unsaved changes.');
    expect(leaving()).toBe(false);
    expect(inputsOf(calls, 'SaveAccountSettings')).toEqual([]);
  });

  it('shows the saved message for 1.5 s', async () => {
    openApp('/settings', { GetAccountSettings: () => SAVED, SaveAccountSettings: () => ({}) });
    await box('Account Name');
    vi.useFakeTimers();
    press('Save Settings');
    await act(() => vi.advanceTimersByTimeAsync(0));
    shows('Settings saved!');
    await act(() => vi.advanceTimersByTimeAsync(1490));
    shows('Settings saved!');
    await act(() => vi.advanceTimersByTimeAsync(10));
    hides('Settings saved!');
  });

  it('enables the maximum only while it is enforced, and rejects an invalid one', async () => {
    openApp('/settings', { GetAccountSettings: () => SAVED });
    const maximum = await box('Maximum');
    expect(maximum.disabled).toBe(true);
    click(get('switch', 'Enforce a Maximum Update Quantity'));
    expect(maximum.disabled).toBe(false);
    fill(maximum, '0');
    shows('Enter a whole number from 1 to 1,000,000.');
    expect(get<HTMLButtonElement>('button', 'Save Settings').disabled).toBe(true);
    fill(maximum, '20');
    expect(get<HTMLButtonElement>('button', 'Save Settings').disabled).toBe(false);
  });

  it('keeps the typed text when saving fails, and shows why', async () => {
    expectNoise(/saving account settings: invalid_argument/u);
    openApp('/settings', {
      GetAccountSettings: () => SAVED,
      SaveAccountSettings: () => refusal('invalid_argument', 'account_name is too long.', 'req-4'),
    });
    fill(await box('Account Name'), 'Pine');
    press('Save Settings');
    await sees('account_name is too long. Reference: req-4');
    expect((await box('Account Name')).value).toBe('Pine');
    hides('Settings saved!');
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
    shows(/^We email you when something needs your attention/u);
    shows('Emails come from alerts@shelfbridge.example.');
    fill(address, ' owner+stock@shop.example ');
    press('Save Settings');
    await sees('Settings saved!');
    expect(address.value).toBe('owner+stock@shop.example');
    fill(address, '');
    press('Save Settings');
    await waitFor(() => expect(stored.alertAddress).toBe(''));
    const inputs = inputsOf(calls, 'SaveAccountSettings');
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
    fill(await box('Account Name'), 'Pine');
    press('Save Settings');
    await sees('Settings saved!');
    expect(stored).toEqual({ ...SAVED, accountName: 'Pine', setBarcode: !SAVED.setBarcode, version: '3' });
  });

  it('shows that no email is sent without a sender', async () => {
    openApp('/settings', { GetAccountSettings: () => SAVED });
    await sees(/^This installation of Shelfbridge does not send email yet/u);
  });

  it('does not send an invalid address, and shows next to it why the server refused one', async () => {
    expectNoise(/saving account settings: invalid_argument/u);
    openApp('/settings', {
      GetAccountSettings: () => SAVED,
      SaveAccountSettings: () => refusal('invalid_argument', 'alert_address must be one mail address of at most 254 characters.'),
    });
    const address = await box('Email address for alerts');
    const save = get<HTMLButtonElement>('button', 'Save Settings');
    for (const wrong of ['owner', 'owner@shop', 'a@b.example, c@d.example', 'Owner <a@b.example>', 'a b@c.example']) {
      fill(address, wrong);
      expect([wrong, save.disabled]).toEqual([wrong, true]);
      expect(address.getAttribute('aria-invalid')).toBe('true');
    }
    fill(address, 'owner@shop.example');
    click(save);
    const why = await screen.findByText('The address must be one mail address of at most 254 characters.');
    expect(address.getAttribute('aria-describedby')).toBe(why.id);
    hides('Settings saved!');
    fill(address, 'other@shop.example');
    hides(/^The address must be/u);
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
    click(get('switch', 'Set Shopify Barcodes'));
    press('Save Settings');
    await sees('Settings saved!');
    expect(inputOf(calls, 'SaveAccountSettings')).toEqual({ ...stored, setBarcode: true });
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
    fill(await box('Account Name'), 'Pine');
    down = true;
    press('Save Settings');
    await sees('Try again in a minute. Reference: req-8');
    expect(inputsOf(calls, 'SaveAccountSettings')).toEqual([]);
    expect((await box('Account Name')).value).toBe('Pine');
  });

  it('shows its layout while it loads', async () => {
    openApp('/settings', { GetAccountSettings: never });
    await finds('heading', 'Settings');
    hasNo('button', 'Save Settings');
  });

  it('shows an error when they fail to load', async () => {
    expectNoise(/getting account settings: unavailable/u);
    openApp('/settings', { GetAccountSettings: () => refusal('unavailable', 'Try again in a minute.') });
    await sees('Your settings could not be loaded.');
  });
});
