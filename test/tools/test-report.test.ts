import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { root } from '../../scripts/root.ts';
import { readOutcome } from '../../scripts/test-report.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'report-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a report and returns what is read of it. */
function outcomeOf(report: unknown, code: number): ReturnType<typeof readOutcome> {
  const file = join(folder, 'report.json');
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
  return readOutcome(file, code);
}

const passing = { status: 'passed', fullName: 'adds', failureMessages: [] };

test('tests that passed and failed are counted, and each failure is named with its file and message', () => {
  const failing = {
    status: 'failed',
    fullName: 'stock is exact',
    failureMessages: ['\u001b[31mAssertionError: 1 is not 2\u001b[39m\n    at x.ts:1:1'],
  };
  const files = [{ name: join(root, 'test/a.test.ts'), status: 'failed', message: '', assertionResults: [passing, failing] }];
  expect(outcomeOf({ numPassedTests: 1, numFailedTests: 1, testResults: files }, 1)).toEqual({
    passed: 1,
    failed: 1,
    failures: ['FAILED test/a.test.ts > stock is exact\n  AssertionError: 1 is not 2\n      at x.ts:1:1'],
  });
});

test('a file that failed before its tests ran counts as one failure', () => {
  const files = [{ name: join(root, 'test/b.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] }];
  expect(outcomeOf({ numPassedTests: 0, numFailedTests: 0, testResults: files }, 1)).toMatchObject({
    failed: 1,
    failures: ['FAILED test/b.test.ts\n  Cannot find module'],
  });
});

test.each(['', '{"numPassed'])('a report that cannot be read counts as one failure when the runner failed: %j', (report) => {
  expect(outcomeOf(report, 1)).toMatchObject({ passed: 0, failed: 1 });
  expect(readOutcome(join(folder, 'none.json'), 1)).toMatchObject({ passed: 0, failed: 1 });
});

test('a runner that fails though every test passed counts as one failure', () => {
  const files = [{ name: join(root, 'test/a.test.ts'), status: 'passed', message: '', assertionResults: [passing] }];
  expect(outcomeOf({ numPassedTests: 1, numFailedTests: 0, testResults: files }, 1)).toMatchObject({ passed: 1, failed: 1 });
  expect(outcomeOf({ numPassedTests: 1, numFailedTests: 0, testResults: files }, 0)).toMatchObject({ passed: 1, failed: 0, failures: [] });
});
