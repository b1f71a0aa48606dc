import { expect } from 'vitest';

/** Matches any text that contains this part, in an expected value. */
export function textWith(part: string): unknown {
  return expect.stringContaining(part);
}

/** Matches any text that fits the pattern, in an expected value. */
export function textLike(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}
