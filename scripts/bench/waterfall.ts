import type { CDPSession } from 'playwright-core';

/** The connection that page loads are measured on: a phone far from a server. */
export const SLOW = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 1_600_000 / 8, offline: false } as const;

/** One request of a page. Times are in seconds. */
export interface PageRequest {
  readonly url: string;
  readonly sent: number;
  /** Null while it is not answered in full. */
  readonly answered: number | null;
}

/**
 * Returns how many requests in a row a page waited for: a request is one round later than the latest one that had been answered when it
 * was sent. Requests that only happen to start later count as a round too, so this is never too low. Browsers request the page's icon
 * when nothing else is left, and no page waits for it.
 */
export function roundsOf(requests: readonly PageRequest[]): number {
  const rounds: { readonly answered: number; readonly round: number }[] = [];
  const waited = requests.filter(({ url }) => !url.endsWith('/favicon.svg'));
  for (const { sent, answered } of waited.toSorted((a, b) => a.sent - b.sent)) {
    const before = rounds.filter((one) => one.answered <= sent).map(({ round }) => round);
    rounds.push({ answered: answered ?? Number.POSITIVE_INFINITY, round: Math.max(0, ...before) + 1 });
  }
  return Math.max(0, ...rounds.map(({ round }) => round));
}

/** Records every request of a page from now on, in the order in which they are sent. */
export async function recordRequests(session: CDPSession): Promise<() => readonly PageRequest[]> {
  const requests = new Map<string, PageRequest>();
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    // `data:` and `blob:` addresses are in the page already.
    if (/^https?:/u.test(request.url)) requests.set(requestId, { url: request.url, sent: timestamp, answered: null });
  });
  const end = ({ requestId, timestamp }: { readonly requestId: string; readonly timestamp: number }): void => {
    const request = requests.get(requestId);
    if (request !== undefined) requests.set(requestId, { ...request, answered: timestamp });
  };
  session.on('Network.loadingFinished', end);
  session.on('Network.loadingFailed', end);
  await session.send('Network.enable');
  return () => [...requests.values()];
}

/**
 * Returns the requests that load a page: without the polls of the account status, which go on for as long as it is open. The first status
 * is in the batch of the page's first calls, or a call of its own.
 */
export function loadingRequests(requests: readonly PageRequest[]): readonly PageRequest[] {
  const batched = requests.some(({ url }) => url.endsWith('/rpc/batch'));
  const polls = requests.filter(({ url }) => url.endsWith('/sh.Account/GetAccountStatus')).slice(batched ? 0 : 1);
  return requests.filter((request) => !polls.includes(request));
}
