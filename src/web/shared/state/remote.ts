import type { Failure } from '../rpc/failure';

/**
 * Something that comes from the server, in the one form that every screen uses. What was known stays known (`last`) while it is
 * being asked for again and when that fails, so that a screen with data never falls back to a skeleton.
 */
export type Remote<T extends object> =
  | { readonly state: 'idle' }
  | { readonly state: 'loading'; readonly last: T | null }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: Failure; readonly last: T | null };

/** Nothing was asked yet. */
export const idle: { readonly state: 'idle' } = { state: 'idle' };

/** What is known, however old; null when nothing is. */
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

/** Asked for: keeps what is known. */
export function loading<T extends object>(remote: Remote<T>): Remote<T> {
  return { state: 'loading', last: latest(remote) };
}

/** Arrived. */
export function ready<T extends object>(value: T): Remote<T> {
  return { state: 'ready', value };
}

/** Did not arrive: keeps what is known. */
export function failed<T extends object>(remote: Remote<T>, failure: Failure): Remote<T> {
  return { state: 'failed', failure, last: latest(remote) };
}

/** Data together with what it was asked for, so that an answer to an older question is told from one to the present question. */
export interface Query<T extends object> {
  readonly key: string;
  /** The question that what is known answers; '' while nothing is known. */
  readonly known: string;
  readonly remote: Remote<T>;
}

/** Before the first question. */
export const idleQuery: { readonly key: string; readonly known: string; readonly remote: { readonly state: 'idle' } } = {
  key: '',
  known: '',
  remote: idle,
};

/**
 * A question is asked. With `keep`, the answer to the last question stays in sight meanwhile (pages of one list); without, a new
 * question begins from nothing (details of another thing).
 */
export function startQuery<T extends object>(asked: Query<T>, key: string, keep: boolean): Query<T> {
  return keep || asked.key === key
    ? { key, known: asked.known, remote: loading(asked.remote) }
    : { key, known: '', remote: { state: 'loading', last: null } };
}

/** Whoever asked has gone and will not hear the answer: what was known stands, and others who look at it may ask again. */
export function abandonQuery<T extends object>(asked: Query<T>): Query<T> {
  if (asked.remote.state !== 'loading') return asked;
  return { ...asked, remote: asked.remote.last === null ? idle : ready(asked.remote.last) };
}

/** The answer to the question `key`; an answer to any other question changes nothing. */
export function settleQuery<T extends object>(
  asked: Query<T>,
  key: string,
  answer: { readonly value: T } | { readonly failure: Failure },
): Query<T> {
  if (asked.key !== key) return asked;
  return 'value' in answer
    ? { key, known: key, remote: ready(answer.value) }
    : { key, known: asked.known, remote: failed(asked.remote, answer.failure) };
}
