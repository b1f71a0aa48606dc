// What one run of Vitest reported: how many tests passed and failed, and which failed.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { root } from './root.ts';

/** How many tests passed and failed, and the failures as text for a person. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** A test or a file each: where it is, its name, and the start of what it says. */
  readonly failures: readonly string[];
}

/** What is used of Vitest's JSON report. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly FileReport[];
}

/** One test file. */
interface FileReport {
  readonly name: string;
  readonly status: string;
  /** Why the file failed before its tests ran, otherwise empty. */
  readonly message?: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages?: readonly string[] | null;
  }[];
}

/** Lines shown of each failure's message: the assertion with its difference, and where it stands. */
const LINES = 30;

/** Returns a failure as text. */
function describe(file: string, test: string, message: string): string {
  const lines = stripVTControlCharacters(message).trimEnd().split('\n').slice(0, LINES);
  return [`FAILED ${relative(root, file)}${test === '' ? '' : ` > ${test}`}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Returns the failures of one file; one that failed with no failed test counts as one. */
function failuresOf({ name, status, message = '', assertionResults }: FileReport): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [describe(name, '', message)] : [];
  return failed.map((test) => describe(name, test.fullName, (test.failureMessages ?? []).join('\n')));
}

/**
 * Returns the result of one run.
 * @param file The file with Vitest's JSON report; one that is missing or cannot be read counts as a run without tests.
 * @param code The exit code of Vitest's process. If it is not 0, at least one failure is counted: a run that ends before its tests would
 * otherwise look like success.
 */
export function readOutcome(file: string, code: number): Outcome {
  let report: Report = { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    // No report; counted below.
  }
  const failures = report.testResults.flatMap(failuresOf);
  if (code !== 0 && failures.length === 0) failures.push(`FAILED: the test runner exited with code ${code}, see its output above`);
  return { passed: report.numPassedTests, failed: failures.length, failures };
}
