import { describe, expect, it } from 'vitest';

import type { Failure } from '../../../../src/web/shared/rpc/failure';
import {
  settleQuery,
  startQuery,
  failed,
  idle,
  latest,
  loading,
  ready,
  idleQuery,
  type Query,
  type Remote,
} from '../../../../src/web/shared/state/remote';

const FAILURE: Failure = { code: 'unavailable', message: 'Down.', reference: 'req-1' };
const DATA = { rows: 3 };

describe('remote data', () => {
  it('keeps the last data while it reloads and after a failure', () => {
    const first: Remote<{ rows: number }> = ready(DATA);
    expect(latest(idle)).toBeNull();
    expect(latest(loading(first))).toBe(DATA);
    expect(latest(failed(loading(first), FAILURE))).toBe(DATA);
    expect(latest(failed<{ rows: number }>(idle, FAILURE))).toBeNull();
  });

  it('starts empty for another item, and keeps a list visible for another page', () => {
    const page: Query<{ rows: number }> = { key: 'page 0', known: 'page 0', remote: ready(DATA) };
    expect(latest(startQuery(page, 'page 1', false).remote)).toBeNull();
    expect(latest(startQuery(page, 'page 1', true).remote)).toBe(DATA);
    expect(latest(startQuery(page, 'page 0', false).remote)).toBe(DATA);
    expect(startQuery(page, 'page 1', true).known).toBe('page 0');
    expect(startQuery(page, 'page 1', false).known).toBe('');
  });

  it('drops a response to an older query', () => {
    const query = startQuery<{ rows: number }>(idleQuery, 'page 1', true);
    expect(settleQuery(query, 'page 0', { value: DATA })).toBe(query);
    expect(settleQuery(query, 'page 1', { value: DATA }).remote).toEqual({ state: 'ready', value: DATA });
    expect(settleQuery(query, 'page 1', { failure: FAILURE }).remote).toEqual({ state: 'failed', failure: FAILURE, last: null });
  });
});
