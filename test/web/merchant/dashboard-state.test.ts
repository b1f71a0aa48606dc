import { describe, expect, it } from 'vitest';

import {
  accountNotices,
  connectionOf,
  deactivationText,
  decideAnswer,
  describeLag,
  filterNotices,
  isOnboarded,
  snapshotPercent,
  snapshotWord,
} from '../../../src/web/merchant/dashboard/state';
import { aSnapshot, aStatus } from '../support/builders';

const COUNTS = { all: 1230, inSync: 1204, outOfSync: 8, onlyShopify: 12, onlySquare: 6, notTracked: 0 };
const IN_STEP = { all: 60, inSync: 60, outOfSync: 0, onlyShopify: 0, onlySquare: 0, notTracked: 0 };
const NONE = { all: 0, inSync: 0, outOfSync: 0, onlyShopify: 0, onlySquare: 0, notTracked: 0 };

describe('decideAnswer', () => {
  it('says how many are in step and how many need a person', () => {
    expect(decideAnswer(aStatus(), COUNTS)).toEqual({
      tone: 'warn',
      headline: '1,204 of 1,230 variants are in step. 26 need you.',
      detail: '8 have different or unknown quantities, 18 are on one platform only.',
    });
  });

  it('does not count a change that is only under way', () => {
    const answer = decideAnswer(aStatus({ owed: 2, owedOutOfSync: 2 }), COUNTS);
    expect(answer.headline).toBe('1,204 of 1,230 variants are in step. 24 need you.');
    expect(answer.detail).toBe('6 have different or unknown quantities, 18 are on one platform only. 2 changes are on the way.');
    expect(decideAnswer(aStatus({ owed: 1, owedOutOfSync: 1 }), { ...IN_STEP, inSync: 59, outOfSync: 1 })).toEqual({
      tone: 'good',
      headline: '59 of 60 variants are in step.',
      detail: '1 change is on the way.',
    });
  });

  it('does not call in step what has a change that has not arrived, nor what is not tracked on both sides', () => {
    expect(decideAnswer(aStatus({ held: 1, blocked: 1 }), IN_STEP)).toEqual({
      tone: 'warn',
      headline: 'All 60 variants have equal quantities.',
      detail: '2 have a change that was not passed on.',
    });
    expect(decideAnswer(aStatus({ owed: 1 }), IN_STEP)).toEqual({
      tone: 'good',
      headline: 'All 60 variants have equal quantities.',
      detail: '1 change is on the way.',
    });
    expect(decideAnswer(aStatus(), { ...IN_STEP, inSync: 58, notTracked: 2 })).toEqual({
      tone: 'warn',
      headline: '58 of 60 variants are in step. 2 need you.',
      detail: '2 are not tracked on both platforms.',
    });
  });

  it('is content when everything is in step', () => {
    expect(decideAnswer(aStatus(), IN_STEP)).toEqual({
      tone: 'good',
      headline: 'All 60 variants are in step.',
      detail: 'Nothing needs you.',
    });
  });

  it('says which changed products are being read, and claims nothing of them', () => {
    const reading = aStatus({ shopifyChangesWaiting: 1240 });
    expect(decideAnswer(reading, IN_STEP)).toEqual({
      tone: 'info',
      headline: '60 of 60 variants are in step.',
      detail: 'Reading 1,240 changed products from Shopify. Their sales are remembered.',
    });
    expect(decideAnswer(aStatus({ shopifyChangesWaiting: 1, squareChangesWaiting: true }), COUNTS).detail).toContain(
      'Reading 1 changed product from Shopify and changed items from Square.',
    );
    expect(decideAnswer(reading, NONE).headline).toBe('Reading your products from both platforms.');
  });

  it('warns that nothing is sent, even when everything is in step', () => {
    expect(decideAnswer(aStatus({ listeningActive: false }), IN_STEP)).toMatchObject({
      tone: 'warn',
      detail: 'Nothing is being sent at the moment.',
    });
    const off = aStatus({ listeningActive: false, autoSync: false, owed: 2 });
    expect(decideAnswer(off, IN_STEP).detail).toBe('Auto-sync is off, so nothing is sent. 2 changes wait.');
  });

  it('says which platform gives trouble, and that nothing is lost', () => {
    const problem = 'Square cannot be reached at the moment. Nothing is lost.';
    const answer = decideAnswer(aStatus({ squareProblem: problem, owed: 1, owedOutOfSync: 1 }), { ...IN_STEP, inSync: 59, outOfSync: 1 });
    expect(answer).toEqual({ tone: 'warn', headline: '59 of 60 variants are in step.', detail: `${problem} 1 change is on the way.` });
  });

  it('says of both platforms what each has to say, and once what holds for both', () => {
    const of = (name: string): string => `${name} cannot be reached at the moment. Nothing is lost: changes wait, and are sent later.`;
    const answer = decideAnswer(aStatus({ shopifyProblem: of('Shopify'), squareProblem: of('Square') }), IN_STEP);
    expect(answer.detail).toBe(
      'Shopify cannot be reached at the moment. Square cannot be reached at the moment. Nothing is lost: changes wait, and are sent later.',
    );
  });

  it('says what stands in the way: no pair, a lost connection, a first reading, an empty shop', () => {
    expect(decideAnswer(aStatus({ hasMappedLocations: false }), COUNTS).headline).toBe('Your stock is not being kept in step yet.');
    expect(decideAnswer(aStatus({ squareAccess: false }), COUNTS)).toEqual({
      tone: 'bad',
      headline: 'Square must be connected again.',
      detail: 'Until then nothing is sent. When last read, 1,204 of 1,230 variants were in step.',
    });
    const running = aSnapshot('shopify', { state: 'running', completed: '' });
    expect(decideAnswer(aStatus({ snapshots: [running] }), NONE).headline).toBe('Reading your products from both platforms.');
    const halfway = { all: 125, inSync: 0, outOfSync: 0, onlyShopify: 125, onlySquare: 0, notTracked: 0 };
    expect(decideAnswer(aStatus({ snapshots: [running] }), halfway).headline).toBe('Reading your products from both platforms.');
    expect(decideAnswer(aStatus({ snapshots: [running] }), COUNTS).headline).toContain('are in step');
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
  ])('reads %s', (word, snapshot, connected) => {
    expect(snapshotWord(snapshot, connected).word).toBe(word);
  });

  it('knows how far a snapshot is when its size is known', () => {
    expect(snapshotPercent(aSnapshot('square', { processed: 640, total: 1230 }))).toBe(52);
    expect(snapshotPercent(aSnapshot('square', { processed: 640, total: 0 }))).toBeNull();
    expect(snapshotPercent(aSnapshot('square', { processed: 70, total: 60 }))).toBe(100);
  });

  it('tells a refused connection from one that was ended or never made', () => {
    expect(connectionOf(aStatus(), 'square').standing).toBe('connected');
    expect(connectionOf(aStatus({ squareProblem: 'Square is slow.' }), 'square').standing).toBe('troubled');
    expect(connectionOf(aStatus({ squareAccess: false, squareProblem: 'Refused.' }), 'square').standing).toBe('needs_reconnect');
    expect(connectionOf(aStatus({ squareAccess: false }), 'square').standing).toBe('disconnected');
    expect(connectionOf(aStatus({ squareAccess: false, squareName: '' }), 'square').standing).toBe('disconnected');
  });
});

describe('how far behind a side is', () => {
  it('is said once where the usual and the slowest are the same to a person', () => {
    const lag = (p50Ms: number, p95Ms: number) => describeLag({ count: 20, p50Ms, p95Ms, longestMs: p95Ms });
    expect(lag(40, 90)).toBe('In the last day a change usually reached the other side within a tenth of a second.');
    expect(lag(300, 116_000)).toBe(
      'In the last day a change usually reached the other side within 0.3 s, and nineteen of twenty within 2 minutes.',
    );
    expect(lag(2_200, 12_000)).toContain('within 2.2 s, and nineteen of twenty within 12 s.');
  });
});

describe('banners', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it('speaks of deactivation only without a subscription', () => {
    expect(deactivationText(aStatus(), now)).toBeNull();
    expect(deactivationText(aStatus({ isSubscribed: false, billingMode: 'none' }), now)).toBeNull();
    expect(deactivationText(aStatus({ isSubscribed: false, accessEnds: '2026-11-30T12:00:00Z' }), now)).toContain('on Nov 30 2026.');
    expect(deactivationText(aStatus({ isSubscribed: false, accessEnds: '2026-11-10T12:00:00Z' }), now)).toContain('due for deletion');
    expect(deactivationText(aStatus({ isSubscribed: false }), now)).toContain('due for deletion');
  });

  it('knows when setting up is done', () => {
    expect(isOnboarded(aStatus())).toBe(true);
    expect(isOnboarded(aStatus({ isSubscribed: false, billingMode: 'none' }))).toBe(true);
    expect(isOnboarded(aStatus({ squareAccess: false }))).toBe(false);
  });
});

describe('notices', () => {
  const facts = { status: aStatus({ held: 1 }), missing: { shopify: 1, square: 0 }, duplicate: null, disabled: { shopify: 0, square: 0 } };

  it('are only what is true and known, warnings first', () => {
    expect(accountNotices(facts).map((notice) => notice.text)).toEqual([
      '1 variant is waiting for your word, because the change is held',
      'Variants without a SKU: Shopify 1, Square 0',
      'Inventory tracking is enabled for all variants',
      'Auto-sync is enabled',
      'Your subscription is active',
      'Both platforms are connected and authorized',
    ]);
  });

  it('lead to where what they speak of can be seen or changed', () => {
    const links = new Map(accountNotices(facts).map(({ text, link }) => [text, link]));
    expect(links.get('Your subscription is active')).toEqual({ label: 'View', href: '/subscription' });
    expect(links.get('Auto-sync is enabled')).toEqual({ label: 'Disable', href: '/settings' });
    expect(links.get('Variants without a SKU: Shopify 1, Square 0')?.href).toBe('/issues?view=missing_skus&source=shopify');
    const stuck = accountNotices({ ...facts, status: aStatus({ held: 1, blocked: 1, frozen: 1 }) }).slice(0, 3);
    expect(stuck.map(({ link }) => link?.href)).toEqual(Array.from({ length: 3 }, () => '/inventory?view=needs_attention'));
  });

  it('say what is in order once that is known', () => {
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
      ['warn', 'Auto-sync is disabled: changes are counted, and sent when you enable it'],
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
