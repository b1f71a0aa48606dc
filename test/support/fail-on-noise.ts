import { afterEach, expect, vi } from 'vitest';

/**
 * Fails every test that logs: an unexpected warning or error would otherwise go unnoticed. Structured log lines of level info
 * or debug (JSON with a `level`) are the product's ordinary output and pass.
 */
const METHODS = ['error', 'warn', 'log', 'info', 'debug', 'trace'] as const;

/** Characters of log lines in a failure's message. */
const SHOWN = 2_000;

let noise: string[] = [];
let expected: RegExp[] = [];
let allowed: RegExp[] = [];

/** Declares that this test will log a line that matches; the test fails if it does not. */
export function expectNoise(pattern: RegExp): void {
  expected.push(pattern);
}

/** Waits until every line that this test has declared was logged, for lines that nothing on the page shows. */
export async function noiseHasCome(): Promise<void> {
  await vi.waitFor(() => expect(expected.filter((pattern) => !noise.some((line) => pattern.test(line)))).toEqual([]), { timeout: 60_000 });
}

/** Declares that this test may log lines that match, depending on what it sends. */
export function allowNoise(pattern: RegExp): void {
  allowed.push(pattern);
}

/**
 * Between tests, the pool deletes all storage, and background work that this interrupts logs errors. The reason of a task is
 * truncated, so that its line names only the query.
 */
const TAKEN_AWAY = /Application called deleteAllDurableObjects\(\)/u;
const CUT_OFF = /"event":"task\.broke-off".*Failed query/u;

/** What is logged on a slow machine about anything that takes its time. */
const SLOW = /"event":"webhook\.object-slow"/u;

const ORDINARY = /^\{.*"level":"(?:info|debug)"/u;

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return value.stack ?? value.message;
  return JSON.stringify(value) ?? String(value);
}

for (const method of METHODS) {
  console[method] = (...values: unknown[]) => {
    const line = values.map(text).join(' ');
    if (!ORDINARY.test(line)) noise.push(`console.${method}: ${line}`);
  };
}

afterEach(() => {
  const lines = noise;
  const patterns = expected;
  const known = [...expected, ...allowed, SLOW];
  noise = [];
  expected = [];
  allowed = [];
  if (lines.some((line) => TAKEN_AWAY.test(line))) known.push(TAKEN_AWAY, CUT_OFF);
  const unexpected = lines.filter((line) => !known.some((pattern) => pattern.test(line)));
  const silent = patterns.filter((pattern) => !lines.some((line) => pattern.test(line)));
  // In the message, which is all that is left of a run elsewhere.
  expect(unexpected, `unexpected log lines: ${unexpected.join(' | ').slice(0, SHOWN)}`).toEqual([]);
  expect(silent, `log lines that were declared and did not come: ${silent.join(' ')}`).toEqual([]);
});
