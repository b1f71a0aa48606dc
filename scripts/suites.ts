import { globSync } from 'node:fs';

import { root } from './root.ts';

/** The test files of one Vitest project, as globs relative to the repository. */
interface Suite {
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

/** The Vitest projects by name; vitest.config.ts gives each its environment. */
export const SUITES = {
  domain: { include: ['test/{domain,object,platforms,tools}/**/*.test.ts'] },
  sandbox: { include: ['test/**/*.node.test.ts'] },
  workers: { include: ['test/{db,worker,durable,sandbox}/**/*.test.ts'], exclude: ['test/**/*.node.test.ts'] },
  compat: { include: ['test/compat/**/*.test.ts'] },
  web: { include: ['test/web/**/*.test.{ts,tsx}'] },
  storm: { include: ['test/browser/storm*.test.ts'] },
  browser: { include: ['test/browser/**/*.test.ts'], exclude: ['test/browser/storm*.test.ts', 'test/browser/alone/**'] },
  alone: { include: ['test/browser/alone/**/*.test.ts'] },
} satisfies Record<string, Suite>;

export type SuiteName = keyof typeof SUITES;

/** Returns the names of all projects. */
export const suiteNames = (): SuiteName[] => Object.keys(SUITES).filter((name): name is SuiteName => name in SUITES);

/** Returns the projects of a whole run: `alone` waits for minutes of real time and needs the machine for itself, so it runs when it is named. */
export const wholeRun = (): SuiteName[] => suiteNames().filter((name) => name !== 'alone');

/** Returns the test files of a project, relative to the repository. */
export function filesOfSuite(name: SuiteName): string[] {
  const { include, exclude = [] }: Suite = SUITES[name];
  return globSync([...include], { cwd: root, exclude: [...exclude] }).toSorted();
}
