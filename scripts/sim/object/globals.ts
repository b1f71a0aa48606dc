import type { Random } from '../random';
import type { Scheduler } from './scheduler';
import { createWebCrypto } from './shims/webcrypto';

/** The targets of the patched globals while a history plays. */
export interface Surroundings {
  readonly scheduler: Scheduler;
  /** Randomness of product and sandbox, separate from the scenario's. */
  readonly random: Random;
  fetch(input: string, init: RequestInit): Promise<Response>;
  /** Returns how far the clock of the code that runs is ahead, in ms; without it, all clocks are right. */
  clockError?(): number;
  /** Receives a line that was written to the console. */
  line(text: string): void;
}

let present: Surroundings | null = null;

/** Points the globals to a history's surroundings. */
export function surround(next: Surroundings): void {
  present = next;
}

function here(): Surroundings {
  if (present === null) throw new Error('no history is playing');
  return present;
}

const timers = new Map<number, { cancelled: boolean }>();
let lastTimer = 0;

/** Discards the timers of the previous history, and restarts their numbering. */
export function forgetTimers(): void {
  timers.clear();
  lastTimer = 0;
}

function startTimer(callback: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): number {
  const { scheduler } = here();
  lastTimer += 1;
  const id = lastTimer;
  const planned = scheduler.plan(scheduler.now + Math.max(0, ms), scheduler.current, () => {
    timers.delete(id);
    callback(...given);
  });
  timers.set(id, planned);
  return id;
}

function stopTimer(id: unknown): void {
  const planned = typeof id === 'number' ? timers.get(id) : undefined;
  if (planned === undefined || typeof id !== 'number') return;
  planned.cancelled = true;
  timers.delete(id);
}

const RealDate = Date;

function clockNow(): number {
  const cloud = here();
  return cloud.scheduler.now + (cloud.clockError?.() ?? 0);
}

/** A Date that uses virtual time. */
class VirtualDate extends RealDate {
  constructor(...given: readonly [] | readonly [number | string | Date]) {
    if (given.length === 0) super(clockNow());
    else super(given[0]);
  }

  static override now(): number {
    return clockNow();
  }
}

function write(...given: readonly unknown[]): void {
  const text = given.map((one) => (one instanceof Error ? (one.stack ?? one.message) : String(one))).join(' ');
  if (present === null) realLog(text);
  else present.line(text);
}

/** Returns a line without the places of an error in files: what a history's hash is made of does not depend on where the program is. */
export function withoutPlaces(line: string): string {
  return line.replaceAll(/\n\s+at [^\n]*/gu, '');
}

/**
 * Returns whether a line on the console reports a defect of the sandbox itself, which answers it like an error of the platform. The product's lines
 * are JSON; whatever else is written is an error that nothing handled.
 */
export function isSandboxDefect(line: string): boolean {
  return !line.startsWith('{');
}

/** Prints to the real console. */
export const realLog = console.log.bind(console);

/**
 * Replaces the process's time, randomness, and network with virtual time, seeded randomness, and the simulated network. Call it once per
 * process, before any code of product or sandbox runs.
 */
export function patchGlobals(): void {
  const patch = (target: object, name: string, value: unknown): void => {
    Object.defineProperty(target, name, { value, writable: true, configurable: true });
  };
  patch(globalThis, 'Date', VirtualDate);
  patch(globalThis, 'setTimeout', startTimer);
  patch(globalThis, 'clearTimeout', stopTimer);
  patch(globalThis, 'setInterval', () => {
    throw new Error('setInterval is not simulated');
  });
  patch(globalThis, 'scheduler', { wait: async (ms: number) => new Promise<void>((resolve) => startTimer(() => resolve(), ms)) });
  patch(
    globalThis,
    'crypto',
    createWebCrypto(() => here().random),
  );
  patch(globalThis, 'fetch', async (input: string, init: RequestInit = {}) => here().fetch(input, init));
  patch(AbortSignal, 'timeout', () => {
    throw new Error('AbortSignal.timeout is not simulated');
  });
  patch(Math, 'random', () => here().random.next());
  patch(performance, 'now', () => here().scheduler.now);
  for (const name of ['log', 'warn', 'error', 'info']) patch(console, name, write);
}
