import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { CHAPTERS } from '../../../src/web/merchant/help/answers';
import { selfTest, type SelfTestFacts } from '../../../src/web/merchant/self-test/state';
import { A_PAIR, aSnapshot, aStatus, someLocations } from '../support/builders';
import { never } from '../support/fake-api';
import { sees, get, has } from '../support/page';
import { openApp } from '../support/render-app';

const NONE = { shopify: 0, square: 0 };
const NOW = Date.parse('2026-11-20T12:00:00Z');

function platform(source: string, change: object = {}) {
  const nothing = { missingScopes: [], missingWebhooks: [], problem: '', remedy: '' };
  return { source, state: 'ok', name: source, grantedScopes: ['a', 'b'], webhooksChecked: true, ...nothing, ...change };
}

function facts(change: Partial<SelfTestFacts> = {}): SelfTestFacts {
  return {
    status: aStatus(),
    access: { platforms: [platform('shopify'), platform('square')] },
    locations: someLocations({ synced: [A_PAIR] }),
    counts: { all: 10, inSync: 10, outOfSync: 0, onlyShopify: 0, onlySquare: 0, notTracked: 0, archived: 0, excluded: 0 },
    issues: { missing: NONE, duplicate: NONE, disabled: NONE },
    ...change,
  };
}

const outcomes = (given: SelfTestFacts) => Object.fromEntries(selfTest(given, NOW).map((check) => [check.name, check]));

describe('the self-test', () => {
  it('passes every check of a healthy account', () => {
    expect(selfTest(facts(), NOW).map(({ outcome }) => outcome)).toEqual(Array.from({ length: 12 }, () => 'ok'));
  });

  it('claims nothing while data is unknown', () => {
    const unknown: SelfTestFacts = {
      status: null,
      access: null,
      locations: null,
      counts: null,
      issues: { missing: null, duplicate: null, disabled: null },
    };
    expect(new Set(selfTest(unknown, NOW).map(({ outcome }) => outcome))).toEqual(new Set(['waiting']));
  });

  const down = platform('square', { state: 'unreachable', problem: 'Square did not answer.', remedy: 'Wait.', webhooksChecked: false });
  it.each<[string, Partial<SelfTestFacts>, string, string, string]>([
    [
      'a refused token',
      { access: { platforms: [platform('square', { state: 'refused', problem: 'No.' })] } },
      'Square access',
      'wrong',
      'No.',
    ],
    ['a platform that does not respond', { access: { platforms: [down] } }, 'Square access', 'todo', 'Square did not answer.'],
    [
      'a missing webhook',
      { access: { platforms: [platform('shopify', { state: 'missing_webhooks', missingWebhooks: ['PRODUCTS_UPDATE'] })] } },
      'Shopify webhooks',
      'wrong',
      'Missing: PRODUCTS_UPDATE',
    ],
    [
      'a platform that is not connected',
      { access: { platforms: [platform('square', { state: 'not_connected', problem: 'Square is not connected.' })] } },
      'Square webhooks',
      'wrong',
      'Square is not connected.',
    ],
    ['an unintended pause', { status: aStatus({ squareAccess: false }) }, 'Auto-sync', 'wrong', 'not sending changes'],
    ['no pair', { locations: someLocations() }, 'Paired locations', 'wrong', 'No Synced Locations'],
    ['no subscription', { status: aStatus({ isSubscribed: false }) }, 'Subscription', 'wrong', 'Not subscribed'],
    [
      'remaining access',
      { status: aStatus({ isSubscribed: false, accessEnds: '2026-12-20T12:00:00Z' }) },
      'Subscription',
      'todo',
      'Not subscribed; access until Dec 20 2026',
    ],
    [
      'free use',
      { status: aStatus({ isSubscribed: false, billingMode: 'none' }) },
      'Subscription',
      'ok',
      'Not needed: this installation is free',
    ],
    ['a pause', { status: aStatus({ autoSync: false }) }, 'Auto-sync', 'todo', 'Off: we track changes but do not send them'],
    [
      'a failed snapshot',
      { status: aStatus({ snapshots: [aSnapshot('square', { state: 'failed', problem: 'Square was away.' })] }) },
      'Square catalog',
      'wrong',
      'Square was away.',
    ],
    [
      'issues',
      { issues: { missing: NONE, duplicate: { shopify: 2, square: 1 }, disabled: { shopify: 0, square: 4 } } },
      'SKUs and inventory tracking',
      'todo',
      'Duplicate SKUs: Shopify 2, Square 1. Inventory tracking disabled: Shopify 0, Square 4',
    ],
    [
      'drift',
      {
        counts: { all: 10, inSync: 7, outOfSync: 3, onlyShopify: 0, onlySquare: 0, notTracked: 0, archived: 0, excluded: 0 },
        status: aStatus({ owed: 1, owedOutOfSync: 1 }),
      },
      'Quantities',
      'todo',
      '2 variants with quantities that differ',
    ],
    [
      'stuck changes',
      { status: aStatus({ held: 1, frozen: 2 }) },
      'Changes that did not sync',
      'wrong',
      '1 on hold for your review; 2 stopped',
    ],
  ])('finds %s', (_name, change, name, outcome, found) => {
    const check = outcomes(facts(change))[name];
    expect(check?.outcome).toBe(outcome);
    expect(check?.found).toContain(found);
    if (outcome === 'wrong' && !['Shopify webhooks', 'Auto-sync'].includes(name)) expect(check?.link).not.toBeNull();
  });

  it('links to the changes that did not sync, whatever their quantities', () => {
    const check = outcomes(facts({ status: aStatus({ held: 1, frozen: 2 }) }))['Changes that did not sync'];
    expect(check?.link).toEqual({ label: 'Show variants', href: '/inventory?view=needs_attention' });
  });

  it('shows the result and links to what needs fixing', async () => {
    openApp('/test', {
      VerifyAccess: () => ({ platforms: [platform('shopify'), platform('square')] }),
      GetLocations: () => someLocations(),
    });
    await sees('1 problem to fix.');
    const link = get('link', /^Choose/u);
    expect(link.getAttribute('href')).toBe('/locations');
  });
});

describe('the help', () => {
  it('answers twenty-two questions with unique ids', () => {
    const answers = CHAPTERS.flatMap((chapter) => chapter.answers);
    expect(answers).toHaveLength(22);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(22);
    expect(answers.every(({ answer }) => answer.length > 0)).toBe(true);
  });

  it('opens the question in the URL, and shows how to contact support', async () => {
    openApp('/help#maximum');
    const question = await screen.findByText('What is the maximum update quantity for?');
    const details = question.closest('details');
    expect(details?.open).toBe(true);
    expect(get('link', 'Settings', details ?? document.body).getAttribute('href')).toBe('/settings');
    has('link', 'help@example.com');
  });

  const hrefs = CHAPTERS.flatMap((chapter) => chapter.answers.flatMap(({ link }) => (link === undefined ? [] : [link.href])));
  const methods = ['Inventory', 'BulkChanges', 'Issues', 'Locations', 'History', 'AccountSettings', 'Subscription', 'Connections'].map(
    (what) => `Get${what}`,
  );
  const pending = Object.fromEntries([...methods, 'VerifyAccess'].map((method) => [method, never]));

  it.each([...new Set(hrefs)])('links to an existing page: %s', async (href) => {
    openApp(href, pending);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).not.toContain('404');
  });
});
