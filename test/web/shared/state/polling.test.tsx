import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiContext } from '../../../../src/web/shared/state/api';
import { createStore, Provider } from '../../../../src/web/shared/state/jotai';
import { useStatusPolling } from '../../../../src/web/shared/state/polling';
import { statusAtom, statusNudgeAtom } from '../../../../src/web/shared/state/session';
import { expectNoise } from '../../../support/fail-on-noise';
import { aStatus } from '../../support/builders';
import { createFakeApi, refusal, type Answers } from '../../support/fake-api';

let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Poller({ active }: { readonly active: boolean }) {
  useStatusPolling(active);
  return null;
}

async function start(answers: Answers, active = true) {
  const { api, calls } = createFakeApi(answers);
  const store = createStore();
  render(
    <Provider store={store}>
      <ApiContext value={api}>
        <Poller active={active} />
      </ApiContext>
    </Provider>,
  );
  await pass(0);
  return { calls, store };
}

/** Advances the timers and settles pending promises. */
async function pass(ms: number) {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
}

describe('polling the account status', () => {
  it('happens immediately and then every two seconds', async () => {
    const { calls, store } = await start({ GetAccountStatus: () => aStatus({ revision: 7 }) });
    expect(store.get(statusAtom)).toMatchObject({ state: 'ready', value: { revision: 7 } });
    expect(calls).toHaveLength(1);
    await pass(1999);
    expect(calls).toHaveLength(1);
    await pass(4001);
    expect(calls).toHaveLength(4);
  });

  it('stops while the page is hidden, and continues immediately when it is visible again', async () => {
    const { calls } = await start({ GetAccountStatus: () => aStatus() });
    visibility = 'hidden';
    await pass(60_000);
    expect(calls).toHaveLength(2);
    visibility = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(calls).toHaveLength(3);
  });

  it('happens immediately after an action that changed something', async () => {
    const { calls, store } = await start({ GetAccountStatus: () => aStatus() });
    act(() => store.set(statusNudgeAtom, 1));
    await pass(0);
    expect(calls).toHaveLength(2);
  });

  it('slows down while the server does not respond, keeps the last status, and recovers', async () => {
    expectNoise(/getting account status: unavailable/u);
    let down = false;
    const { calls, store } = await start({ GetAccountStatus: () => (down ? refusal('unavailable', 'Down.') : aStatus()) });
    down = true;
    await pass(2000);
    expect(store.get(statusAtom)).toMatchObject({ state: 'failed', last: { revision: 1 } });
    await pass(3999);
    expect(calls).toHaveLength(2);
    await pass(1);
    expect(calls).toHaveLength(3);
    down = false;
    await pass(8000);
    expect(store.get(statusAtom).state).toBe('ready');
  });

  it('never has two calls in progress', async () => {
    const pending: (() => void)[] = [];
    const { calls } = await start({ GetAccountStatus: () => new Promise((resolve) => pending.push(() => resolve(aStatus()))) });
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(10_000);
    expect(calls).toHaveLength(1);
    pending.forEach((answer) => answer());
    await pass(2000);
    expect(calls).toHaveLength(2);
  });

  it('does not start without a session', async () => {
    const { calls } = await start({ GetAccountStatus: () => aStatus() }, false);
    await pass(10_000);
    expect(calls).toHaveLength(0);
  });
});
