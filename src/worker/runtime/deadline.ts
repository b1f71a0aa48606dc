/** What a promise came to within its time: its value, or that it took too long. Its failure is thrown on. */
export type Timely<T> = { readonly timely: true; readonly value: T } | { readonly timely: false };

/**
 * Waits for the promise, but no longer than `ms`. The work behind it goes on: whoever calls must be able to bear that it
 * still takes effect.
 */
export async function within<T>(promise: Promise<T>, ms: number): Promise<Timely<T>> {
  const late = Promise.withResolvers<Timely<T>>();
  const timer = setTimeout(() => {
    late.resolve({ timely: false });
  }, ms);
  try {
    return await Promise.race([promise.then((value): Timely<T> => ({ timely: true, value })), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
