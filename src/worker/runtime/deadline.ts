/** The result of a promise with a time limit: its value, or that it took too long. Its failure is thrown. */
export type Timely<T> = { readonly timely: true; readonly value: T } | { readonly timely: false };

/** Waits for the promise, at most `ms`. The work behind it continues: the caller must tolerate that it still takes effect. */
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
