import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { refusal } from '../support/fake-api';
import { openApp } from '../support/render-app';

const SIGNED_OUT = { GetSessionData: () => ({}) };

describe('without a session', () => {
  it('shows the sign-in page at every address and asks nothing else of the account', async () => {
    const { calls } = openApp('/inventory?view=in_sync', SIGNED_OUT);
    expect(await screen.findByRole('heading', { name: 'Sign in to Shelfbridge' })).toBeTruthy();
    expect(calls.map((call) => call.method).sort()).toEqual(['GetAppInfo', 'GetSessionData']);
  });

  it('keeps the button disabled until a shop is typed, and sends the form to the sign-in door', async () => {
    openApp('/', SIGNED_OUT);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sign In Via Shopify' });
    const box = screen.getByLabelText<HTMLInputElement>('Shop domain');
    expect(button.disabled).toBe(true);
    fireEvent.change(box, { target: { value: 'demo' } });
    expect(button.disabled).toBe(false);
    expect(box.name).toBe('shop');
    expect(box.form?.method).toBe('get');
    expect(box.form?.action).toBe(`${window.location.origin}/shopify/oauthRequest`);
  });

  it('sends the shop alone when a whole address was pasted', async () => {
    openApp('/', SIGNED_OUT);
    const box = await screen.findByLabelText<HTMLInputElement>('Shop domain');
    fireEvent.change(box, { target: { value: 'https://demo.myshopify.com/admin' } });
    const form = box.form;
    if (form === null) throw new Error('the box is in no form');
    form.addEventListener('submit', (event) => event.preventDefault());
    fireEvent.submit(form);
    expect(box.value).toBe('demo');
  });

  it('says what is wrong with a shop domain that cannot be', async () => {
    openApp('/', SIGNED_OUT);
    fireEvent.change(await screen.findByLabelText('Shop domain'), { target: { value: 'no such shop!' } });
    expect(screen.getByText(/letters, digits and hyphens only/u)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In Via Shopify' }).disabled).toBe(true);
  });

  it('points to the app store listing where there is one', async () => {
    openApp('/', { ...SIGNED_OUT, GetAppInfo: () => ({ appListingUrl: 'https://apps.example.com/shelfbridge' }) });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /App Store/u });
    expect(link.href).toBe('https://apps.example.com/shelfbridge');
  });
});

describe('a session that ends', () => {
  it('leads back to the sign-in page', async () => {
    expectNoise(/getting account settings: unauthenticated/u);
    openApp('/settings', { GetAccountSettings: () => refusal('unauthenticated', 'Please sign in.') });
    expect(await screen.findByRole('heading', { name: 'Sign in to Shelfbridge' })).toBeTruthy();
  });
});
