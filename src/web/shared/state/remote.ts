import type { Failure } from '../rpc/failure';

/**
 * Data from the server and its loading state. The last data stays available (`last`) while it reloads and after a failure, so that
 * a page with data never falls back to a skeleton.
 */
export type Remote<T extends object> =
  | { readonly state: 'idle' }
  | { readonly state: 'loading'; readonly last: T | null }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: Failure; readonly last: T | null };

/** Not loaded yet. */
export const idle: { readonly state: 'idle' } = { state: 'idle' };

/** Returns the last known data, however old; null when there is none. */
export function latest<T extends object>(remote: Remote<T>): T | null {
  switch (remote.state) {
    case 'idle':
      return null;
    case 'loading':
    case 'failed':
      return remote.last;
    case 'ready':
      return remote.value;
  }
}

/** Returns the loading state; keeps the last data. */
export function loading<T extends object>(remote: Remote<T>): Remote<T> {
  return { state: 'loading', last: latest(remote) };
}

/** Returns the loaded state. */
export function ready<T extends object>(value: T): Remote<T> {
  return { state: 'ready', value };
}

/** Returns the failed state; keeps the last data. */
export function failed<T extends object>(remote: Remote<T>, failure: Failure): Remote<T> {
  return { state: 'failed', failure, last: latest(remote) };
}

/** Data together with the key it was loaded for, so that a response to an older query can be recognized. */
export interface Query<T extends object> {
  readonly key: string;
  /** The key that the known data belongs to; '' while there is none. */
  readonly known: string;
  readonly remote: Remote<T>;
}

/** A query that has not started. */
export const idleQuery: { readonly key: string; readonly known: string; readonly remote: { readonly state: 'idle' } } = {
  key: '',
  known: '',
  remote: idle,
};

/**
 * Starts a query. With `keep`, the previous data stays visible until the response arrives (pages of one list); without it, a new
 * key starts empty (details of another item).
 */
export function startQuery<T extends object>(query: Query<T>, key: string, keep: boolean): Query<T> {
  return keep || query.key === key
    ? { key, known: query.known, remote: loading(query.remote) }
    : { key, known: '', remote: { state: 'loading', last: null } };
}

/** Stops waiting for a response: the component that loaded it unmounted. The last data stays, and others may load again. */
export function abandonQuery<T extends object>(query: Query<T>): Query<T> {
  if (query.remote.state !== 'loading') return query;
  return { ...query, remote: query.remote.last === null ? idle : ready(query.remote.last) };
}

/** Applies the response to the query `key`; ignores a response to any other query. */
export function settleQuery<T extends object>(
  query: Query<T>,
  key: string,
  response: { readonly value: T } | { readonly failure: Failure },
): Query<T> {
  if (query.key !== key) return query;
  return 'value' in response
    ? { key, known: key, remote: ready(response.value) }
    : { key, known: query.known, remote: failed(query.remote, response.failure) };
}
