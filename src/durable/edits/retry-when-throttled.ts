import type { Result } from '../../domain/result';
import type { PlatformFailure } from '../../platforms/failure';

/** Maximum number of tries for a throttled call while a person waits for it. */
const TRIES = 4;
/** The longest single wait, in ms. */
const LONGEST_WAIT_MS = 4_000;

/**
 * Retries a call, `most` times in all, that the platform rejected unprocessed (too many requests): nothing has happened, so the same call is safe. Returns any
 * other failure to the caller.
 */
export async function retryWhenThrottled<T, F extends { readonly kind: string }>(
  call: () => Promise<Result<T, F | PlatformFailure>>,
  most = TRIES,
): Promise<Result<T, F | PlatformFailure>> {
  let outcome = await call();
  for (let tries = 1; tries < most && !outcome.ok && 'afterMs' in outcome.error; tries += 1) {
    const wait = Math.min(outcome.error.afterMs, LONGEST_WAIT_MS);
    await new Promise((resolve) => setTimeout(resolve, wait));
    outcome = await call();
  }
  return outcome;
}
