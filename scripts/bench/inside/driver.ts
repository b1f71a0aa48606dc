import { dueAt, ringByHand } from './account';
import { rightTime, setClock } from './clock';
import type { BenchEnv } from './env';
import { busy, noteLate } from './traffic';

/** One outside change; `at` is in ms of simulated time. */
export interface Sale {
  readonly platform: 'shopify' | 'square';
  readonly sku: string;
  readonly delta: number;
  readonly at: number;
}

/** How long the driver waits without progress before it gives up, in real ms. */
const STUCK_MS = 60_000;

/** Asks the sandbox; throws when it refuses. */
export const sandbox = async (env: BenchEnv, path: string, init?: RequestInit): Promise<string> => {
  const response = await env.SANDBOX.fetch(`http://localhost:8789${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`the sandbox refused ${path}: ${response.status} ${text}`);
  return text;
};

/** Moves both isolates' clocks to `at`, and fires the object's alarm at each time it is due on the way. */
export async function advance(env: BenchEnv, account: string, at: number): Promise<void> {
  ringByHand(true);
  const nextDue = (): number | null => {
    const due = dueAt(account);
    return due === null ? null : rightTime(due);
  };
  for (let due = nextDue(); due !== null && due <= at; due = nextDue()) {
    setClock(due);
    await sandbox(env, `/bench/clock?at=${due}`);
    await env.ACCOUNT.getByName(account).ring();
    await settle(env);
  }
  setClock(at);
  await sandbox(env, `/bench/clock?at=${at}`);
}

/** Waits until no webhook is in flight and the product has no work in progress. */
export async function settle(env: BenchEnv): Promise<void> {
  for (const end = performance.now() + STUCK_MS; performance.now() < end;) {
    if (busy() === 0 && (await sandbox(env, '/bench/pending')) === '0' && busy() === 0) return;
    await scheduler.wait(1);
  }
  throw new Error(`something is still under way after ${STUCK_MS} ms`);
}

/** Makes an outside change to stock. */
export async function change(env: BenchEnv, { platform, sku, delta }: Omit<Sale, 'at'>): Promise<void> {
  await sandbox(env, '/control/change', { method: 'POST', body: JSON.stringify({ platform, sku, delta }) });
}

/** Makes sales one after another, each at its own time and each settled before the next. */
export async function sell(env: BenchEnv, account: string, sales: readonly Sale[]): Promise<void> {
  for (const sale of sales) {
    await advance(env, account, sale.at);
    await change(env, sale);
    await settle(env);
  }
}

/** Makes sales in real time, one every `everyMs`, without waiting for earlier ones to settle. */
export async function trade(env: BenchEnv, sales: readonly Omit<Sale, 'at'>[], everyMs: number): Promise<void> {
  const began = performance.now();
  const made: Promise<void>[] = [];
  for (const [index, sale] of sales.entries()) {
    const wait = began + index * everyMs - performance.now();
    if (wait > 0) {
      await scheduler.wait(wait);
      noteLate(performance.now() - began - index * everyMs);
    }
    made.push(change(env, sale));
  }
  await Promise.all(made);
}
