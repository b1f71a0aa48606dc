import product from '../../../src/worker/index';
import type { BenchEnv } from './env';

const AT_ONCE = 64;

/** Returns the real ms that `count` pieces of work take with the given concurrency. */
async function timed(count: number, work: (index: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return performance.now() - began;
}

/** A webhook as it was received. */
export interface Recorded {
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Delivers a recorded webhook to the product's route again. */
export async function deliver({ path, headers, body }: Recorded, env: BenchEnv, ctx: ExecutionContext): Promise<number> {
  const request = new Request(`http://localhost:8788${path}`, {
    method: 'POST',
    headers: headers.map(([name, value]) => [name, value]),
    body,
  });
  const { fetch: route } = product;
  const response = await route(request as Parameters<typeof route>[0], env, ctx);
  await response.text();
  return response.status;
}

/**
 * Delivers webhooks to the product, and as many calls to a bare object, inside the runtime: without HTTP and without a driver in between.
 */
export async function storm(
  webhooks: readonly Recorded[],
  env: BenchEnv,
  ctx: ExecutionContext,
): Promise<{ product: number; bare: number; refused: number }> {
  let refused = 0;
  const ms = await timed(webhooks.length, async (index) => {
    const webhook = webhooks[index];
    if (webhook !== undefined && (await deliver(webhook, env, ctx)) !== 200) refused += 1;
  });
  const bare = env.BARE.getByName('bare');
  const bareMs = await timed(webhooks.length, async (index) => {
    await bare.take(webhooks[index]?.body ?? '');
  });
  return { product: ms, bare: bareMs, refused };
}
