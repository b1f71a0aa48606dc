import { describe, expect, it } from 'vitest';

import { CLEARED_AFTER_MS, decideAlerts, merchantWaitMs } from '../../../src/domain/account/alerting';
import {
  lastingProblems,
  severityOf,
  SHARED_PROBLEMS,
  healthProblemsOf,
  USUAL_LAG,
  type Health,
} from '../../../src/domain/account/health-problem';
import { isMailAddress } from '../../../src/domain/account/mail-address';

const MINUTE = 60_000;
const WELL: Health = {
  entitled: true,
  autoSync: true,
  paused: false,
  paired: true,
  shopify: 'connected',
  square: 'connected',
  failing: [],
  missingWebhooks: 0,
  silent: [],
  untold: 0,
  unreadableWebhooks: 0,
  held: 0,
  blocked: 0,
  unlinked: 0,
  oversold: 0,
  writersHeld: 0,
  writersSuspected: 0,
  frozen: 0,
  doubt: false,
  neverRead: false,
  lagP95Ms: 400,
  recentP95Ms: 400,
  oldestUnderWayMs: 2_000,
  drift: 3,
  closed: null,
  credentialsRefused: [],
  servedVersion: null,
  sealedBy: {},
  storageShare: 0.01,
};
const troubles = (change: Partial<Health>): string[] => healthProblemsOf({ ...WELL, ...change }, USUAL_LAG);

describe('the health problems of an account', () => {
  it('are none if all is well', () => {
    expect(troubles({})).toEqual([]);
  });

  it('are named after what is wrong', () => {
    expect(troubles({ square: 'needs_reconnect' })).toEqual(['stopped', 'square_token']);
    expect(troubles({ shopify: 'needs_reconnect' })).toEqual(['stopped', 'shopify_token']);
    expect(troubles({ square: 'disconnected' })).toEqual(['stopped']);
    expect(troubles({ neverRead: true })).toEqual(['stopped']);
    expect(troubles({ failing: ['square'] })).toEqual(['unreachable']);
    expect(troubles({ missingWebhooks: 2 })).toEqual(['webhooks']);
    expect([troubles({ storageShare: 0.79 }), troubles({ storageShare: 0.8 })]).toEqual([[], ['storage']]);
    expect(troubles({ silent: ['square'] })).toEqual(['webhooks_silent']);
    expect(troubles({ silent: ['square'], paired: false })).toEqual([]);
    expect(troubles({ unreadableWebhooks: 1 })).toEqual(['webhooks_unreadable']);
    expect(troubles({ held: 1, blocked: 2, frozen: 3, doubt: true })).toEqual(['frozen', 'doubt', 'blocked', 'held']);
  });

  it('name another app that changes stock, and no lag because of what waits for it', () => {
    expect(troubles({ writersHeld: 1, writersSuspected: 2, held: 1, frozen: 1 })).toEqual([
      'frozen',
      'another_writer',
      'suspected_writer',
      'held',
    ]);
    const late = { oldestUnderWayMs: USUAL_LAG.oldestMs + 1 };
    expect(troubles({ writersHeld: 1, ...late })).toEqual(['another_writer']);
    expect(troubles({ writersSuspected: 1, ...late })).toEqual(['suspected_writer', 'lag']);
  });

  it('name only the state of a shop that is not served, even if changes are waiting', () => {
    expect(troubles({ closed: 'frozen' })).toEqual(['shop_frozen']);
    expect(troubles({ closed: 'locked' })).toEqual(['shop_locked']);
    for (const closed of ['forbidden', 'unknown', 'inactive'] as const) expect(troubles({ closed })).toEqual(['shop_closed']);
    expect(troubles({ closed: 'frozen', oldestUnderWayMs: USUAL_LAG.oldestMs + 1, missingWebhooks: 2 })).toEqual(['shop_frozen']);
  });

  it('name the platform that refuses our own credentials, and a different API version', () => {
    expect(troubles({ credentialsRefused: ['square'] })).toEqual(['square_credentials']);
    expect(troubles({ credentialsRefused: ['shopify', 'square'], servedVersion: '2026-10' })).toEqual([
      'shopify_credentials',
      'square_credentials',
      'api_version',
    ]);
  });

  it('are none for a user without entitlement, and include no lost connection before locations are paired', () => {
    expect(troubles({ entitled: false, square: 'needs_reconnect', frozen: 9 })).toEqual([]);
    expect(troubles({ paired: false, square: 'disconnected' })).toEqual([]);
  });

  it('count a change that takes too long as lag, unless there is a more specific reason', () => {
    const late = { oldestUnderWayMs: USUAL_LAG.oldestMs + 1 };
    expect(troubles(late)).toEqual(['lag']);
    expect(troubles({ oldestUnderWayMs: USUAL_LAG.oldestMs })).toEqual([]);
    expect(troubles({ ...late, autoSync: false })).toEqual([]);
    expect(troubles({ ...late, blocked: 1 })).toEqual(['blocked']);
    expect(troubles({ ...late, failing: ['shopify'] })).toEqual(['unreachable']);
    expect(troubles({ recentP95Ms: USUAL_LAG.p95Ms + 1 })).toEqual(['lag']);
    expect(troubles({ recentP95Ms: null })).toEqual([]);
  });

  it('ignore what was slow earlier in the day', () => {
    expect(troubles({ lagP95Ms: USUAL_LAG.p95Ms * 100, recentP95Ms: null })).toEqual([]);
  });

  it('raise no alerts for an account if they affect the whole installation', () => {
    const lasting = SHARED_PROBLEMS.map((trouble) => ({ trouble, since: 0 }));
    expect(decideAlerts(lasting, [], 1e9)).toEqual({ raise: [], gone: [], back: [], clear: [], lookAgain: null });
  });

  it('are weighted so that one worse problem outweighs all milder ones', () => {
    expect(severityOf(['stopped'])).toBeGreaterThan(severityOf(['frozen', 'webhooks', 'unreachable', 'doubt', 'blocked', 'lag', 'held']));
    expect(severityOf(['held'])).toBeGreaterThan(severityOf([]));
  });

  it('keep their start time for as long as they last', () => {
    expect(lastingProblems([{ trouble: 'held', since: 5 }], ['frozen', 'held'], 9)).toEqual([
      { trouble: 'frozen', since: 9 },
      { trouble: 'held', since: 5 },
    ]);
  });
});

describe('alerts', () => {
  it('wait until the problem has lasted, and return when to check again', () => {
    const lasting = [{ trouble: 'unreachable' as const, since: 0 }];
    expect(decideAlerts(lasting, [], 4 * MINUTE)).toMatchObject({ raise: [], lookAgain: 5 * MINUTE });
    expect(decideAlerts(lasting, [], 5 * MINUTE)).toMatchObject({ raise: ['unreachable'], lookAgain: null });
  });

  it('are raised once while the problem lasts', () => {
    const lasting = [{ trouble: 'frozen' as const, since: 0 }];
    expect(decideAlerts(lasting, [], 0).raise).toEqual(['frozen']);
    expect(decideAlerts(lasting, [{ kind: 'frozen', goneSince: null }], MINUTE)).toEqual({
      raise: [],
      gone: [],
      back: [],
      clear: [],
      lookAgain: null,
    });
  });

  it('continue if the problem returns soon, and end if it does not', () => {
    const gone = decideAlerts([], [{ kind: 'frozen', goneSince: null }], MINUTE);
    expect(gone).toMatchObject({ gone: ['frozen'], clear: [], lookAgain: MINUTE + CLEARED_AFTER_MS });
    const fading = [{ kind: 'frozen', goneSince: MINUTE }];
    expect(decideAlerts([{ trouble: 'frozen', since: 2 * MINUTE }], fading, 2 * MINUTE)).toMatchObject({ raise: [], back: ['frozen'] });
    expect(decideAlerts([], fading, CLEARED_AFTER_MS)).toMatchObject({ gone: [], clear: [] });
    expect(decideAlerts([], fading, MINUTE + CLEARED_AFTER_MS)).toMatchObject({ clear: ['frozen'], lookAgain: null });
  });
});

describe('the merchant', () => {
  it('is notified of the reason why sync has stopped, or, without one, that it has', () => {
    expect(merchantWaitMs('stopped', [{ trouble: 'stopped', since: 0 }], 600_000)).toBe(600_000);
    const reason = [{ trouble: 'square_token' as const, since: 0 }];
    expect(merchantWaitMs('stopped', reason, 600_000)).toBeNull();
    expect(merchantWaitMs('square_token', reason, 600_000)).toBe(600_000);
    expect(merchantWaitMs('lag', [], 600_000)).toBeNull();
    // Each minute costs stock.
    expect(merchantWaitMs('another_writer', [], 600_000)).toBe(0);
  });
});

describe('an email address', () => {
  it.each(['a@b.example', 'first.last+tag@sub.shop.example', "o'neill@shop.example", `${'x'.repeat(64)}@shop.example`])(
    'may be %s',
    (text) => {
      expect(isMailAddress(text)).toBe(true);
    },
  );

  it.each([
    '',
    '@',
    'a@',
    '@b.example',
    'a@b',
    'a b@c.example',
    'a@b..example',
    'a@-b.example',
    '.a@b.example',
    'a@b.example,c@d.example',
    'a@b.example\n',
  ])('must not be %j', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });
});
