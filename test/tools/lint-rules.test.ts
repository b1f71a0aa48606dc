import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { root, tool } from '../../scripts/root';

// The linter starts a type checker of its own each time.
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-'));
  for (const file of ['.oxlintrc.json', '.oxlint-rules.mjs', 'tsconfig.base.json']) cpSync(join(root, file), join(folder, file));
  for (const part of ['domain', 'worker']) {
    mkdirSync(join(folder, 'src', part), { recursive: true });
    cpSync(join(root, 'src', part, 'tsconfig.json'), join(folder, 'src', part, 'tsconfig.json'));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The rules that a file breaks, each once. */
function broken(file: string, source: string): string[] {
  writeFileSync(join(folder, file), source);
  const { stdout } = spawnSync(tool('oxlint'), ['--type-aware', '--format', 'json', file], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
  rmSync(join(folder, file));
  return [...new Set(diagnostics.map(({ code }) => code))].toSorted();
}

test('the domain neither throws, nor reads a clock, nor uses randomness', () => {
  const source = `export function roll(): number {
    if (Date.now() > 1) throw new Error('late');
    return Math.random();
  }`;
  expect(broken('src/domain/roll.ts', source)).toEqual([
    'eslint(no-restricted-globals)',
    'eslint(no-restricted-properties)',
    'shelfbridge(no-throw)',
  ]);
  expect(broken('src/worker/roll.ts', source)).toEqual([]);
});

test('a promise that is not awaited is found, including a query builder', () => {
  const sending = `export function lose(send: () => Promise<void>): void {
    send();
  }`;
  const writing = `interface Query { then(done: (rows: number[]) => void, failed: (reason: unknown) => void): void }
  export function lose(write: () => Query): void {
    write();
  }`;
  for (const source of [sending, writing]) expect(broken('src/worker/lose.ts', source)).toEqual(['typescript(no-floating-promises)']);
});

test('disabling a rule requires a reason', () => {
  const source = (comment: string): string => `// oxlint-disable-next-line no-console${comment}\nconsole.log('x');\nexport {};\n`;
  expect(broken('src/worker/say.ts', source(''))).toEqual(['shelfbridge(disable-reason)']);
  expect(broken('src/worker/say.ts', source(' -- the one place that prints'))).toEqual([]);
});
