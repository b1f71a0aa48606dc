import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { root, tool } from '../../scripts/root';

const folder = mkdtempSync(join(tmpdir(), 'customers-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(file: string, args: readonly string[], path: string): string {
  const env = { ...process.env, CI: 'true', DATA_DIR: folder, PATH: path };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], { cwd: root, encoding: 'utf8', env });
  expect(status, `${stdout}${stderr}`).toBe(0);
  return stdout;
}

it('writes customers whatever Node the shell finds first: the tools run on the one that came with the packages', () => {
  const persist = ['--local', '--persist-to', join(folder, 'product'), '-c', 'wrangler.toml'];
  run(tool('wrangler'), ['d1', 'migrations', 'apply', 'DB', ...persist], process.env['PATH'] ?? '');
  // A shell whose own Node is too old for the tools.
  const old = join(folder, 'node');
  writeFileSync(old, '#!/bin/sh\necho "this Node is too old" >&2\nexit 1\n');
  chmodSync(old, 0o755);
  expect(run('scripts/customers.ts', ['3'], [folder, '/usr/bin', '/bin'].join(delimiter))).toContain('3 customers');
  const counted = run(
    tool('wrangler'),
    ['d1', 'execute', 'DB', ...persist, '--json', '--command', 'select count(*) as n from accounts'],
    process.env['PATH'] ?? '',
  );
  expect(JSON.parse(counted)).toMatchObject([{ results: [{ n: 3 }] }]);
}, 120_000);
