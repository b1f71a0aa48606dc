import { setTimeout } from 'node:timers/promises';

import type { World } from '../bench/runtime';
import { timed } from './point';

/** How far a call is when the object dies, as a share of the time that it takes without kills. After 1 it is answered or nearly so. */
const KILLED_AT = [0.3, 0.8, 1, 1.2];
const MOST_TRIES = 10;

/** Kills an account's object while kills are left, and makes calls as a person does who cannot know when it dies. */
export class Killer {
  readonly #world: World;
  #amid = 0;
  left = 0;
  kills = 0;
  /** Calls that were not answered, and how many of them had no effect and were made again. */
  died = 0;
  again = 0;

  constructor(world: World) {
    this.#world = world;
  }

  async kill(): Promise<void> {
    this.left -= 1;
    this.kills += 1;
    await this.#world.ask('kill', { account: this.#world.account });
  }

  /**
   * Makes a call, and kills the object amid it while kills are left; `usualMs` is how long it takes otherwise. `effect` looks for what the call
   * did: only if it finds nothing, the call is made again. Returns what it found, with the ms of the call that did it; 0 if that died.
   */
  async call<T>(usualMs: number, call: () => Promise<unknown>, effect: () => Promise<T | null>): Promise<{ ms: number; value: T }> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const { died } = this;
      const [{ ms }] = await Promise.all([this.#made(call), this.left > 0 ? this.#killAmid(usualMs) : null]);
      const value = await effect();
      if (value !== null) return { ms, value };
      if (this.died === died) throw new Error('a call that was answered has no effect');
      this.again += 1;
    }
    throw new Error('a call has no effect however often it is made');
  }

  async #made(call: () => Promise<unknown>): Promise<{ readonly ms: number }> {
    try {
      return await timed(call);
    } catch (error) {
      // Any other answer is a refusal, which no kill explains.
      if (!String(error).includes('"unavailable"')) throw error;
      this.died += 1;
      return { ms: 0 };
    }
  }

  async #killAmid(usualMs: number): Promise<void> {
    const share = KILLED_AT[this.#amid % KILLED_AT.length] ?? 1;
    this.#amid += 1;
    await setTimeout(share * usualMs);
    await this.kill();
  }
}
