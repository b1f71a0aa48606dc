import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { HistoryResponse } from '../../../../src/gen/sh/history_pb';
import { ApiContext } from '../../../../src/web/shared/state/api';
import { atom, createStore, Provider } from '../../../../src/web/shared/state/jotai';
import { useLoad } from '../../../../src/web/shared/state/load';
import { latest, ready, idleQuery, type Query } from '../../../../src/web/shared/state/remote';
import { statusAtom } from '../../../../src/web/shared/state/session';
import { toastsAtom } from '../../../../src/web/shared/state/toasts';
import { expectNoise } from '../../../support/fail-on-noise';
import { aStatus } from '../../support/builders';
import { createFakeApi, refusal } from '../../support/fake-api';
import { shows } from '../../support/page';

afterEach(cleanup);

const listAtom = atom<Query<HistoryResponse>>(idleQuery);

function List({ sku }: { readonly sku: string }) {
  const { remote, stale } = useLoad({
    atom: listAtom,
    key: sku,
    label: 'getting history',
    make: (api, options) => api.history.getHistory({ skuQuery: sku }, options),
    live: true,
    keep: true,
  });
  return <p>{`${latest(remote)?.historyRows[0]?.message ?? 'nothing'} ${stale ? 'stale' : 'fresh'}`}</p>;
}

/** A list with a server that responds on demand: `answer(0, …)` responds to the first call. */
function start() {
  const answers: ((message: string) => Promise<void>)[] = [];
  const { api, calls } = createFakeApi({
    GetHistory: () =>
      new Promise((resolve) => {
        answers.push(async (message) => act(async () => resolve({ historyRows: [{ message }] })));
      }),
  });
  const store = createStore();
  const tree = (sku: string, twice = false) => (
    <Provider store={store}>
      <ApiContext value={api}>
        <List sku={sku} />
        {twice && <List sku={sku} />}
      </ApiContext>
    </Provider>
  );
  const { rerender } = render(tree('A'));
  return {
    calls,
    show: (sku: string, twice = false) => rerender(tree(sku, twice)),
    revise: (revision: number) => act(() => store.set(statusAtom, ready(aStatus({ revision })))),
    answer: async (index: number, message: string) => {
      await waitFor(() => expect(answers.length).toBeGreaterThan(index));
      await answers[index]?.(message);
    },
  };
}

describe('loading data', () => {
  it('keeps the previous data visible while another query loads', async () => {
    const { answer, show } = start();
    await answer(0, 'for A');
    shows('for A fresh');
    show('B');
    shows('for A stale');
    await answer(1, 'for B');
    shows('for B fresh');
  });

  it('drops a response to an older query', async () => {
    const { answer, show } = start();
    await answer(0, 'for A');
    show('B');
    show('C');
    await answer(2, 'for C');
    await answer(1, 'for B');
    shows('for C fresh');
  });

  it('reloads when the account changed, once for all changes during a call', async () => {
    const { answer, revise, calls } = start();
    await answer(0, 'first');
    revise(1);
    await waitFor(() => expect(calls).toHaveLength(2));
    shows('first fresh');
    revise(2);
    revise(3);
    expect(calls).toHaveLength(2);
    await answer(1, 'second');
    await waitFor(() => expect(calls).toHaveLength(3));
    await answer(2, 'third');
    shows('third fresh');
    expect(calls).toHaveLength(3);
  });

  it('keeps working when a second component with the same data unmounts before its response arrives', async () => {
    const { answer, show, revise, calls } = start();
    await answer(0, 'first');
    show('A', true);
    await waitFor(() => expect(calls).toHaveLength(2));
    show('A');
    shows('first fresh');
    revise(1);
    await waitFor(() => expect(calls).toHaveLength(3));
    await answer(2, 'second');
    shows('second fresh');
  });
});

describe('a temporary failure', () => {
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

  const pass = async (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

  /** A list whose server gives these responses in order: an error code or a message. */
  async function load(...answers: readonly string[]) {
    const queue = [...answers];
    const { api, calls } = createFakeApi({
      GetHistory: () => {
        const next = queue.shift() ?? 'no answer is left';
        return next.startsWith('!') ? refusal(next.slice(1), 'not now') : { historyRows: [{ message: next }] };
      },
    });
    const store = createStore();
    const states: string[] = [];
    store.sub(listAtom, () => states.push(store.get(listAtom).remote.state));
    render(
      <Provider store={store}>
        <ApiContext value={api}>
          <List sku="A" />
        </ApiContext>
      </Provider>,
    );
    await pass(0);
    return { calls, store, states };
  }

  it('is retried with growing delays until the data is loaded', async () => {
    for (let failures = 0; failures < 3; failures += 1) expectNoise(/getting history/u);
    const { calls, states } = await load('!unavailable', '!unavailable', '!unavailable', 'there');
    await pass(3_999);
    expect(calls).toHaveLength(1);
    await pass(1);
    expect(calls).toHaveLength(2);
    await pass(8_000);
    expect(calls).toHaveLength(3);
    await pass(16_000);
    shows('there fresh');
    expect(states).toEqual(['loading', 'failed', 'failed', 'failed', 'ready']);
    await pass(120_000);
    expect(calls).toHaveLength(4);
  });

  it('is not retried while the page is hidden', async () => {
    expectNoise(/getting history/u);
    const { calls } = await load('!unavailable', 'there');
    visibility = 'hidden';
    await pass(60_000);
    expect(calls).toHaveLength(1);
    visibility = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    shows('there fresh');
  });

  it('does not include every refusal', async () => {
    expectNoise(/getting history/u);
    const { calls } = await load('!internal');
    await pass(120_000);
    expect(calls).toHaveLength(1);
  });

  it('shows only one toast over visible data', async () => {
    for (let failures = 0; failures < 3; failures += 1) expectNoise(/getting history/u);
    const { store } = await load('first', '!unavailable', '!unavailable', '!unavailable', 'second');
    act(() => store.set(statusAtom, ready(aStatus({ revision: 1 }))));
    for (const pause of [0, 4_000]) await pass(pause);
    shows('first fresh');
    expect(store.get(toastsAtom)).toHaveLength(1);
    for (const pause of [8_000, 16_000]) await pass(pause);
    shows('second fresh');
  });
});
