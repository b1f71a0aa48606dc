import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Waiters } from '../../src/durable/sync/waiters';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a caller that waits for a turn', () => {
  it('goes on at once when what it waits for holds', async () => {
    await expect(new Waiters().until(() => true, 1_000)).resolves.toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes on after the turn that brings it about, while others wait', async () => {
    const waiters = new Waiters();
    let turn = 0;
    const ended: string[] = [];
    const first = waiters.until(() => turn >= 1, 1_000).then((held) => ended.push(`first ${held}`));
    const second = waiters.until(() => turn >= 2, 1_000).then((held) => ended.push(`second ${held}`));
    waiters.look();
    turn = 1;
    waiters.look();
    await first;
    expect([ended, vi.getTimerCount()]).toEqual([['first true'], 1]);
    turn = 2;
    waiters.look();
    await second;
    expect([ended, vi.getTimerCount()]).toEqual([['first true', 'second true'], 0]);
  });

  it('goes on in the end with whether it holds then, and is asked no more', async () => {
    const waiters = new Waiters();
    let asked = 0;
    const never = waiters.until(() => {
      asked += 1;
      return false;
    }, 1_000);
    await vi.advanceTimersByTimeAsync(999);
    waiters.look();
    expect(asked).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    await expect(never).resolves.toBe(false);
    waiters.look();
    expect(asked).toBe(3);
    let holds = false;
    const late = waiters.until(() => holds, 1_000);
    holds = true;
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(late).resolves.toBe(true);
  });
});
