import { describe, expect, it } from 'vitest';

import type { AccountStatus } from '../../../../src/gen/sh/account_pb';
import type { SessionData } from '../../../../src/gen/sh/session_pb';
import type { Failure } from '../../../../src/web/shared/rpc/failure';
import { keepUnchanged, pollDelay } from '../../../../src/web/shared/state/polling';
import { failed, idle, loading, ready, type Remote } from '../../../../src/web/shared/state/remote';
import { decideGate, isEntitled, type Gate } from '../../../../src/web/shared/state/session';
import { aSession, aStatus } from '../../support/builders';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FAILURE: Failure = { code: 'unavailable', message: 'Down.', reference: 'req-1' };
const UNSUBSCRIBED = aStatus({ isSubscribed: false });

describe('isEntitled', () => {
  it.each([
    ['subscribed', {}, true],
    ['neither subscribed nor with time left', { isSubscribed: false }, false],
    ['with access that runs on', { isSubscribed: false, accessEnds: '2026-11-20T12:00:01Z' }, true],
    ['with access that has ended', { isSubscribed: false, accessEnds: '2026-11-20T12:00:00Z' }, false],
    ['where nothing is charged', { isSubscribed: false, billingMode: 'none' }, true],
  ])('an account %s', (_, change, entitled) => {
    expect(isEntitled(aStatus(change), NOW)).toBe(entitled);
  });
});

describe('decideGate', () => {
  const cases: readonly (readonly [string, Remote<SessionData>, Remote<AccountStatus>, Gate])[] = [
    ['loading before anything is known', loading<SessionData>(idle), idle, 'loading'],
    ['failed when the session cannot be had', failed(idle, FAILURE), idle, 'failed'],
    ['sign-in without a shop', ready(aSession({ shopifyDomain: '' })), idle, 'sign-in'],
    ['loading until the status is known', ready(aSession()), loading(idle), 'loading'],
    ['failed when the status cannot be had', ready(aSession()), failed(idle, FAILURE), 'failed'],
    ['app on with an old status while the server is silent', ready(aSession()), failed(ready(aStatus()), FAILURE), 'app'],
    ['onboarding without access', ready(aSession()), ready(UNSUBSCRIBED), 'onboarding'],
    ['app for who impersonates', ready(aSession({ impersonatorDomain: 'op.myshopify.com' })), ready(UNSUBSCRIBED), 'app'],
    ['app for an operator', ready(aSession({ isAdmin: true })), ready(UNSUBSCRIBED), 'app'],
  ];
  it.each(cases)('is %s', (_, session, status, gate) => {
    expect(decideGate(session, status, NOW)).toBe(gate);
  });
});

describe('polling', () => {
  it('happens every two seconds, and less often while the server does not respond', () => {
    expect([0, 1, 2, 3, 4, 9].map(pollDelay)).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('keeps the same object when nothing changed', () => {
    const before = ready(aStatus());
    expect(keepUnchanged(before, aStatus())).toBe(before);
    expect(keepUnchanged(before, aStatus({ revision: 2 }))).toEqual(ready(aStatus({ revision: 2 })));
    expect(keepUnchanged(failed(before, FAILURE), aStatus()).state).toBe('ready');
  });
});
