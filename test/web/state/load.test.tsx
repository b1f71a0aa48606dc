import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';

import type { HistoryResponse } from '../../../src/gen/sh/history_pb';
import { ApiContext } from '../../../src/web/state/api';
import { atom, createStore, Provider } from '../../../src/web/state/jotai';
import { useLoad } from '../../../src/web/state/load';
import { latest, ready, unasked, type Asked } from '../../../src/web/state/remote';
import { statusAtom } from '../../../src/web/state/session';
import { aStatus } from '../support/builders';
import { createFakeApi } from '../support/fake-api';

afterEach(cleanup);

const listAtom = atom<Asked<HistoryResponse>>(unasked);

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

/** A list over a server that answers only when it is told to: `answer(0, …)` answers the first call. */
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
  it('keeps the last answer in sight while another question is asked', async () => {
    const { answer, show } = start();
    await answer(0, 'for A');
    expect(screen.getByText('for A fresh')).toBeTruthy();
    show('B');
    expect(screen.getByText('for A stale')).toBeTruthy();
    await answer(1, 'for B');
    expect(screen.getByText('for B fresh')).toBeTruthy();
  });

  it('drops an answer that comes after another question was asked', async () => {
    const { answer, show } = start();
    await answer(0, 'for A');
    show('B');
    show('C');
    await answer(2, 'for C');
    await answer(1, 'for B');
    expect(screen.getByText('for C fresh')).toBeTruthy();
  });

  it('asks again when the account changed, once for all changes during a call', async () => {
    const { answer, revise, calls } = start();
    await answer(0, 'first');
    revise(1);
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(screen.getByText('first fresh')).toBeTruthy();
    revise(2);
    revise(3);
    expect(calls).toHaveLength(2);
    await answer(1, 'second');
    await waitFor(() => expect(calls).toHaveLength(3));
    await answer(2, 'third');
    expect(screen.getByText('third fresh')).toBeTruthy();
    expect(calls).toHaveLength(3);
  });

  it('leaves nobody waiting when a second screen over the same data goes before its answer has come', async () => {
    const { answer, show, revise, calls } = start();
    await answer(0, 'first');
    show('A', true);
    await waitFor(() => expect(calls).toHaveLength(2));
    show('A');
    expect(screen.getByText('first fresh')).toBeTruthy();
    revise(1);
    await waitFor(() => expect(calls).toHaveLength(3));
    await answer(2, 'second');
    expect(screen.getByText('second fresh')).toBeTruthy();
  });
});
