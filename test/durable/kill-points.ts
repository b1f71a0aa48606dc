import { expect, vi } from 'vitest';

import { kill, webhooksQuiet, type Merchant } from './account-harness';

/** The moment in an external call at which the object is killed. */
export type Moment = 'before it is sent' | 'after its effect, before its answer' | 'after its answer';

export const MOMENTS: readonly Moment[] = ['before it is sent', 'after its effect, before its answer', 'after its answer'];

interface Trap {
  /** Calls that the object has made, as method and path. */
  readonly calls: readonly string[];
  /** Whether the call that is waited for has reached the moment at which to kill the object. */
  sprung(): boolean;
  release(): void;
}

/** Lets the object's calls through, except the nth from now (starting at 1), which is held at the given moment. */
function setTrap(nth: number, moment: Moment): Trap {
  const real = globalThis.fetch;
  const calls: string[] = [];
  let sprung = false;
  const held = async (): Promise<Response> => {
    sprung = true;
    // Never resolves: the object is killed while it waits.
    return new Promise<Response>(() => undefined);
  };
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    calls.push(`${init?.method ?? 'GET'} ${new URL(input instanceof Request ? input.url : String(input)).pathname}`);
    if (calls.length !== nth) return real(input, init);
    if (moment === 'before it is sent') return held();
    const response = await real(input, init);
    const body = await response.arrayBuffer();
    if (moment !== 'after its answer') return held();
    sprung = true;
    return new Response(body, { status: response.status, headers: response.headers });
  });
  return {
    calls,
    sprung: () => sprung,
    release: () => {
      spy.mockRestore();
    },
  };
}

/** Returns the calls that the object makes during `act` and until `done` resolves, when nothing is killed. */
export async function callsDuring(act: () => Promise<void>, done: () => Promise<void>): Promise<readonly string[]> {
  const trap = setTrap(0, 'after its answer');
  await act();
  await done();
  trap.release();
  return trap.calls;
}

/**
 * Runs `act`, kills the object at the nth external call from then on, and wakes it again. Returns false if no nth call was
 * made within the time: there was no call in which to kill it.
 */
export async function dieAt(merchant: Merchant, nth: number, moment: Moment, act: () => Promise<void>, within = 3_000): Promise<boolean> {
  const trap = setTrap(nth, moment);
  await act();
  const sprung = await expect
    .poll(() => trap.sprung(), { timeout: within, interval: 5 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
  // A webhook interrupted here would go to the queue and come back much later.
  await webhooksQuiet();
  await kill(merchant);
  trap.release();
  return sprung;
}
