import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { refusal } from '../support/fake-api';
import { finds, find, fill, shows, get } from '../support/page';
import { openApp } from '../support/render-app';

const SIGNED_OUT = { GetSessionData: () => ({}) };

describe('without a session', () => {
  it('shows the sign-in page at every path and makes no other calls', async () => {
    const { calls } = openApp('/inventory?view=in_sync', SIGNED_OUT);
    await finds('heading', 'Sign in to Shelfbridge');
    expect(calls.map((call) => call.method).sort()).toEqual(['GetAppInfo', 'GetSessionData']);
  });

  it('disables the button until a shop is entered, and submits the form to the sign-in route', async () => {
    openApp('/', SIGNED_OUT);
    const button = await find<HTMLButtonElement>('button', 'Sign In Via Shopify');
    const box = screen.getByLabelText<HTMLInputElement>('Shop domain');
    expect(button.disabled).toBe(true);
    fill(box, 'demo');
    expect(button.disabled).toBe(false);
    expect(box.name).toBe('shop');
    expect(box.form?.method).toBe('get');
    expect(box.form?.action).toBe(`${window.location.origin}/shopify/oauthRequest`);
  });

  it('sends only the shop when a full URL was pasted', async () => {
    openApp('/', SIGNED_OUT);
    const box = await screen.findByLabelText<HTMLInputElement>('Shop domain');
    fill(box, 'https://demo.myshopify.com/admin');
    const form = box.form;
    if (form === null) throw new Error('the box is in no form');
    form.addEventListener('submit', (event) => event.preventDefault());
    fireEvent.submit(form);
    expect(box.value).toBe('demo');
  });

  it('shows why a shop domain is invalid', async () => {
    openApp('/', SIGNED_OUT);
    fill(await screen.findByLabelText('Shop domain'), 'no such shop!');
    shows(/only letters, digits, and hyphens/u);
    expect(get<HTMLButtonElement>('button', 'Sign In Via Shopify').disabled).toBe(true);
  });

  it('links to the app store listing if there is one', async () => {
    openApp('/', { ...SIGNED_OUT, GetAppInfo: () => ({ appListingUrl: 'https://apps.example.com/shelfbridge' }) });
    const link = await find<HTMLAnchorElement>('link', /App Store/u);
    expect(link.href).toBe('https://apps.example.com/shelfbridge');
  });
});

describe('a session that ends', () => {
  it('returns to the sign-in page', async () => {
    expectNoise(/getting account settings: unauthenticated/u);
    openApp('/settings', { GetAccountSettings: () => refusal('unauthenticated', 'Please sign in.') });
    await finds('heading', 'Sign in to Shelfbridge');
  });
});
