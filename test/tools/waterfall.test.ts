import { describe, expect, it } from 'vitest';

import { loadingRequests, roundsOf, type PageRequest } from '../../scripts/bench/waterfall';

const request = (url: string, sent: number, answered: number | null): PageRequest => ({ url, sent, answered });

describe('the requests that a page waits for in a row', () => {
  it('are one for requests that run at the same time', () => {
    expect(roundsOf([])).toBe(0);
    expect(roundsOf([request('/a', 0, 3), request('/b', 1, 2), request('/c', 1.5, 4)])).toBe(1);
  });

  it('are one more for each that is sent after another was answered, in whatever order they are recorded', () => {
    const chain = [request('/data', 2.1, 3), request('/', 0, 1), request('/script', 1.1, 2), request('/style', 1.1, 2.5)];
    expect(roundsOf(chain)).toBe(3);
  });

  it('do not grow with a request that was never answered', () => {
    expect(roundsOf([request('/', 0, 1), request('/hangs', 1, null), request('/late', 9, 10)])).toBe(2);
  });
});

it('the icon of the page is a request that nothing waits for', () => {
  expect(roundsOf([request('/', 0, 1), request('http://localhost/favicon.svg', 5, 6)])).toBe(1);
});

it('polls of the account status count once', () => {
  const status = 'http://localhost/rpc/sh.Account/GetAccountStatus';
  const found = loadingRequests([request(status, 0, 1), request('/a', 1, 2), request(status, 2, 3), request(status, 4, 5)]);
  expect(found.map(({ sent }) => sent)).toEqual([0, 1]);
  expect(loadingRequests([request('http://localhost/rpc/batch', 0, 1), request(status, 2, 3)])).toHaveLength(1);
});
