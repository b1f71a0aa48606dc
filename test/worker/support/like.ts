import { expect } from 'vitest';

/** Stands in an expected value for any text that holds this. */
export function textWith(part: string): unknown {
  return expect.stringContaining(part);
}

/** Stands in an expected value for any text that fits. */
export function textLike(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}
