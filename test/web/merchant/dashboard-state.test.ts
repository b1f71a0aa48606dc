import { describe, expect, it } from 'vitest';

import { text } from '../../../src/web/merchant/dashboard/dashboard.text';
import {
  accountNotices,
  connectionOf,
  deactivationText,
  decideAnswer,
  filterNotices,
  isOnboarded,
  nextSteps,
  snapshotPercent,
  snapshotStatus,
} from '../../../src/web/merchant/dashboard/state';
import { aSnapshot, aStatus } from '../support/builders';

const COUNTS = { all: 1230, inSync: 1204, outOfSync: 8, onlyShopify: 12, onlySquare: 6, notTracked: 0, archived: 0, excluded: 0 };
const IN_SYNC = { all: 60, inSync: 60, outOfSync: 0, onlyShopify: 0, onlySquare: 0, notTracked: 0, archived: 0, excluded: 0 };
const NONE = { all: 0, inSync: 0, outOfSync: 0, onlyShopify: 0, onlySquare: 0, notTracked: 0, archived: 0, excluded: 0 };

describe('nextSteps', () => {
  it('are leveling where quantities differ, and linking where both platforms have goods of their own', () => {
    expect(nextSteps(aStatus(), COUNTS)).toEqual(['level', 'link']);
    expect(nextSteps(aStatus(), { ...COUNTS, outOfSync: 0, onlySquare: 0 })).toEqual([]);
    expect(nextSteps(aStatus(), IN_SYNC)).toEqual([]);
  });

  it('are none for a difference that is about to end, nor before both catalogs are read', () => {
    expect(nextSteps(aStatus({ owed: 8, owedOutOfSync: 8 }), { ...COUNTS, onlyShopify: 0 })).toEqual([]);
    const snapshots = [aSnapshot('square', { state: 'running', completed: '' })];
    expect(nextSteps(aStatus({ snapshots }), { ...COUNTS, inSync: 0 })).toEqual([]);
    expect(nextSteps(aStatus({ hasMappedLocations: false }), COUNTS)).toEqual([]);
  });
});

describe('decideAnswer', () => {
  it('counts the variants in sync and those that need attention', () => {
    expect(decideAnswer(aStatus(), COUNTS)).toEqual({
      tone: 'warn',
      headline: '1,204 of 1,230 variants in sync. 26 need attention.',
      detail: '8 have different or unknown quantities, 18 are on only one platform.',
    });
  });

  it('does not count a change that is only in progress', () => {
    const answer = decideAnswer(aStatus({ owed: 2, owedOutOfSync: 2 }), COUNTS);
    expect(answer.headline).toBe('1,204 of 1,230 variants in sync. 24 need attention.');
    expect(answer.detail).toBe('6 have different or unknown quantities, 18 are on only one platform. 2 changes are syncing.');
    expect(decideAnswer(aStatus({ owed: 1, owedOutOfSync: 1 }), { ...IN_SYNC, inSync: 59, outOfSync: 1 })).toEqual({
      tone: 'good',
      headline: '59 of 60 variants in sync.',
      detail: '1 change is syncing.',
    });
  });

  it('does not count a variant as in sync when a change has not arrived or tracking is off', () => {
    expect(decideAnswer(aStatus({ held: 1, blocked: 1 }), IN_SYNC)).toEqual({
      tone: 'warn',
      headline: 'Quantities match for all 60 variants.',
      detail: '2 have a change that did not sync.',
    });
    expect(decideAnswer(aStatus({ owed: 1 }), IN_SYNC)).toEqual({
      tone: 'good',
      headline: 'Quantities match for all 60 variants.',
      detail: '1 change is syncing.',
    });
    expect(decideAnswer(aStatus(), { ...IN_SYNC, inSync: 58, notTracked: 2 })).toEqual({
      tone: 'warn',
      headline: '58 of 60 variants in sync. 2 need attention.',
      detail: '2 have inventory tracking turned off.',
    });
  });

  it('counts what is on hold because of another app, and says that nothing is sent while everything is', () => {
    expect(decideAnswer(aStatus({ writersHeld: 2 }), IN_SYNC)).toEqual({
      tone: 'warn',
      headline: 'Quantities match for all 60 variants.',
      detail: '2 are on hold because another app changes their stock.',
    });
    // A suspicion holds nothing, and is no reason to doubt the numbers.
    expect(decideAnswer(aStatus({ writersSuspected: 1 }), IN_SYNC)).toEqual({
      tone: 'good',
      headline: 'All 60 variants are in sync.',
      detail: '1 may be changed by another app as well.',
    });
    const onHold = { ...aStatus({ writersHeld: 3, owed: 2, owedOutOfSync: 2 }), allOnHold: true };
    expect(decideAnswer(onHold, { ...IN_SYNC, inSync: 58, outOfSync: 2 })).toEqual({
      tone: 'warn',
      headline: '58 of 60 variants in sync. 2 need attention.',
      detail:
        'Another app changes the same stock, so nothing is sent until you decide what to do. 2 have different or unknown quantities, 3 are on hold because another app changes their stock. 2 changes are waiting.',
    });
  });

  it('says that no action is needed when everything is in sync', () => {
    expect(decideAnswer(aStatus(), IN_SYNC)).toEqual({
      tone: 'good',
      headline: 'All 60 variants are in sync.',
      detail: 'No action needed.',
    });
  });

  it('says which changed products are being read, and claims nothing about them', () => {
    const reading = aStatus({ shopifyChangesWaiting: 1240 });
    expect(decideAnswer(reading, IN_SYNC)).toEqual({
      tone: 'info',
      headline: '60 of 60 variants in sync.',
      detail: 'Reading 1,240 changed products from Shopify. New sales are still recorded.',
    });
    expect(decideAnswer(aStatus({ shopifyChangesWaiting: 1, squareChangesWaiting: true }), COUNTS).detail).toContain(
      'Reading 1 changed product from Shopify and changed items from Square.',
    );
    expect(decideAnswer(reading, NONE).headline).toBe('Reading your products from Shopify and Square.');
  });

  it('warns that nothing is sent, even when everything is in sync', () => {
    expect(decideAnswer(aStatus({ listeningActive: false }), IN_SYNC)).toMatchObject({
      tone: 'warn',
      detail: 'Changes are not syncing right now.',
    });
    const off = aStatus({ listeningActive: false, autoSync: false, owed: 2 });
    expect(decideAnswer(off, IN_SYNC).detail).toBe('Auto-sync is off, so changes are not sent. 2 changes are waiting.');
  });

  it('names the platform that has a problem, and says that nothing is lost', () => {
    const problem = 'Square cannot be reached at the moment. Nothing is lost.';
    const answer = decideAnswer(aStatus({ squareProblem: problem, owed: 1, owedOutOfSync: 1 }), { ...IN_SYNC, inSync: 59, outOfSync: 1 });
    expect(answer).toEqual({ tone: 'warn', headline: '59 of 60 variants in sync.', detail: `${problem} 1 change is syncing.` });
  });

  it('lists the problems of both platforms, and what they share only once', () => {
    const of = (name: string) => `${name} cannot be reached at the moment. Nothing is lost: changes wait, and are sent later.`;
    const answer = decideAnswer(aStatus({ shopifyProblem: of('Shopify'), squareProblem: of('Square') }), IN_SYNC);
    expect(answer.detail).toBe(
      'Shopify cannot be reached at the moment. Square cannot be reached at the moment. Nothing is lost: changes wait, and are sent later.',
    );
  });

  it('names what blocks syncing: no pair, a lost connection, a first read, an empty shop', () => {
    expect(decideAnswer(aStatus({ hasMappedLocations: false }), COUNTS).headline).toBe('Your stock is not syncing yet.');
    expect(decideAnswer(aStatus({ squareAccess: false }), COUNTS)).toEqual({
      tone: 'bad',
      headline: 'Square is not connected.',
      detail: 'Stock does not sync until you reconnect. At the last read, 1,204 of 1,230 variants were in sync.',
    });
    const running = aSnapshot('shopify', { state: 'running', completed: '' });
    expect(decideAnswer(aStatus({ snapshots: [running] }), NONE).headline).toBe('Reading your products from Shopify and Square.');
    const halfway = { all: 125, inSync: 0, outOfSync: 0, onlyShopify: 125, onlySquare: 0, notTracked: 0, archived: 0, excluded: 0 };
    expect(decideAnswer(aStatus({ snapshots: [running] }), halfway).headline).toBe('Reading your products from Shopify and Square.');
    expect(decideAnswer(aStatus({ snapshots: [running] }), COUNTS).headline).toContain('variants in sync');
    expect(decideAnswer(aStatus(), NONE).headline).toBe('There are no variants yet.');
  });
});

describe('a platform’s panel', () => {
  it.each([
    ['Not connected', null, false],
    ['Not read yet', null, true],
    ['Queued', aSnapshot('shopify', { state: 'queued', started: '', completed: '', lastUpdated: '' }), true],
    ['Created', aSnapshot('shopify', { completed: '', lastUpdated: '' }), true],
    ['Updated', aSnapshot('shopify', { completed: '' }), true],
    ['Taken', aSnapshot('shopify'), true],
    ['Failed', aSnapshot('shopify', { state: 'failed', completed: '' }), true],
    ['Failed', aSnapshot('shopify', { state: 'failed' }), true],
    ['Updated', aSnapshot('shopify', { lastUpdated: '2026-11-20T10:00:00Z' }), true],
    ['Not connected', aSnapshot('shopify'), false],
    ['Not read yet', aSnapshot('shopify', { started: '0001-01-01T00:00:00Z', completed: '', lastUpdated: '' }), true],
  ])('reads %s', (label, snapshot, connected) => {
    expect(snapshotStatus(snapshot, connected).label).toBe(label);
  });

  it('has the progress of a snapshot when its size is known', () => {
    expect(snapshotPercent(aSnapshot('square', { processed: 640, total: 1230 }))).toBe(52);
    expect(snapshotPercent(aSnapshot('square', { processed: 640, total: 0 }))).toBeNull();
    expect(snapshotPercent(aSnapshot('square', { processed: 70, total: 60 }))).toBe(100);
  });

  it('distinguishes a refused connection from one that was disconnected or never made', () => {
    expect(connectionOf(aStatus(), 'square').state).toBe('connected');
    expect(connectionOf(aStatus({ squareProblem: 'Square is slow.' }), 'square').state).toBe('degraded');
    expect(connectionOf(aStatus({ squareAccess: false, squareProblem: 'Refused.' }), 'square').state).toBe('needs_reconnect');
    expect(connectionOf(aStatus({ squareAccess: false }), 'square').state).toBe('disconnected');
    expect(connectionOf(aStatus({ squareAccess: false, squareName: '' }), 'square').state).toBe('disconnected');
  });
});

describe('the sync time', () => {
  it('shows the slowest time only when it differs from the typical one', () => {
    expect(text.stock.syncTime(40, 90)).toBe('Typical sync time today: 0.1 s');
    expect(text.stock.syncTime(300, 116_000)).toBe('Typical sync time today: 0.3 s (95% within 2 min)');
    expect(text.stock.syncTime(2_200, 12_000)).toBe('Typical sync time today: 2.2 s (95% within 12 s)');
  });
});

describe('banners', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it('mention deactivation only without a subscription', () => {
    expect(deactivationText(aStatus(), now)).toBeNull();
    expect(deactivationText(aStatus({ isSubscribed: false, billingMode: 'none' }), now)).toBeNull();
    expect(deactivationText(aStatus({ isSubscribed: false, accessEnds: '2026-11-30T12:00:00Z' }), now)).toContain('on Nov 30 2026.');
    expect(deactivationText(aStatus({ isSubscribed: false, accessEnds: '2026-11-10T12:00:00Z' }), now)).toContain('due for deletion');
    expect(deactivationText(aStatus({ isSubscribed: false }), now)).toContain('due for deletion');
  });

  it('know when onboarding is done', () => {
    expect(isOnboarded(aStatus())).toBe(true);
    expect(isOnboarded(aStatus({ isSubscribed: false, billingMode: 'none' }))).toBe(true);
    expect(isOnboarded(aStatus({ squareAccess: false }))).toBe(false);
  });
});

describe('notices', () => {
  const facts = { status: aStatus({ held: 1 }), missing: { shopify: 1, square: 0 }, duplicate: null, disabled: { shopify: 0, square: 0 } };

  it('contain only known facts, with warnings first', () => {
    expect(accountNotices(facts).map((notice) => notice.text)).toEqual([
      '1 variant has a change on hold for your review',
      'Variants without a SKU: Shopify 1, Square 0',
      'Inventory tracking is enabled for all variants',
      'Auto-sync is enabled',
      'Your subscription is active',
      'Both platforms are connected and authorized',
    ]);
  });

  it('link to where their subject is shown or changed', () => {
    const links = new Map(accountNotices(facts).map(({ text, link }) => [text, link]));
    expect(links.get('Your subscription is active')).toEqual({ label: 'View', href: '/subscription' });
    expect(links.get('Auto-sync is enabled')).toEqual({ label: 'Disable', href: '/settings' });
    expect(links.get('Variants without a SKU: Shopify 1, Square 0')?.href).toBe('/issues?view=missing_skus&source=shopify');
    const stuck = accountNotices({ ...facts, status: aStatus({ held: 1, blocked: 1, frozen: 1 }) }).slice(0, 3);
    expect(stuck.map(({ link }) => link?.href)).toEqual(Array.from({ length: 3 }, () => '/inventory?view=needs_attention'));
  });

  it('say that there are no issues once that is known', () => {
    const none = { shopify: 0, square: 0 };
    const texts = accountNotices({ status: aStatus(), missing: none, duplicate: none, disabled: none }).map(({ text }) => text);
    expect(texts.slice(0, 3)).toEqual(['Inventory tracking is enabled for all variants', 'No duplicate SKUs', 'All variants have SKUs']);
    const lost = accountNotices({
      status: aStatus({ squareAccess: false, autoSync: false }),
      missing: null,
      duplicate: null,
      disabled: null,
    });
    expect(lost.map(({ text, tone }) => [tone, text])).toEqual([
      ['warn', 'Auto-sync is disabled: changes wait until you enable it'],
      ['good', 'Your subscription is active'],
    ]);
  });

  it('are filtered', () => {
    const notices = accountNotices(facts);
    expect(filterNotices(notices, 'none')).toEqual([]);
    expect(filterNotices(notices, 'warnings')).toHaveLength(2);
    expect(filterNotices(notices, 'all')).toBe(notices);
  });
});
