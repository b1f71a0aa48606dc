import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { root, tool } from '../../scripts/root';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proto-'));
  for (const part of ['buf.yaml', 'proto']) cpSync(join(root, part), join(folder, part), { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compares the protocol with this change in the file `session.proto` with the last release, as `npm run check` does. */
function compare(find: string, replacement: string): { readonly status: number | null; readonly output: string } {
  const file = join(folder, 'proto/sh/session.proto');
  const source = readFileSync(join(root, 'proto/sh/session.proto'), 'utf8');
  expect(source.split(find)).toHaveLength(2);
  writeFileSync(file, source.replace(find, replacement));
  const against = join(root, 'test/fixtures/release/proto.json');
  const { status, stdout, stderr } = spawnSync(tool('buf'), ['breaking', '--against', against], { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('the comparison of the protocol with the last release', () => {
  it.each([
    ['a field with another name', 'string shopify_domain = 1;', 'string shop_domain = 1;', /from "shopify_domain" to "shop_domain"/u],
    ['a field with another number', 'string shopify_domain = 1;', 'string shopify_domain = 31;', /field "1" with name "shopify_domain"/u],
    ['a field of another type', 'string account_id = 4;', 'int32 account_id = 4;', /from "string" to "int32"/u],
    ['a field that is gone', '  string email = 3;\n', '  reserved 3;\n', /field "3" with name "email"/u],
    ['a method that is gone', '  rpc GetAppInfo(Empty) returns (AppInfo);\n', '', /RPC "GetAppInfo"/u],
    ['a method with another answer', 'GetAppInfo(Empty) returns (AppInfo)', 'GetAppInfo(Empty) returns (SessionData)', /"sh.SessionData"/u],
  ])('refuses %s', (_, find, replacement, complaint) => {
    const { status, output } = compare(find, replacement);
    expect(output).toMatch(complaint);
    expect(status).not.toBe(0);
  });

  it('accepts a new field and a new method', () => {
    const method = 'rpc GetAppInfo(Empty) returns (AppInfo);';
    expect(compare(method, `${method}\n  rpc GetMore(Empty) returns (AppInfo);`)).toEqual({ status: 0, output: '' });
  });
});

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));

it('the recorded release is the one of package.json, and the last one of the changelog', () => {
  const { version } = readJson('package.json') as { version: string };
  const hint = 'npm run record-release records a release once its version is set';
  expect(readJson('test/fixtures/release/release.json'), hint).toMatchObject({ version });
  expect(/^## \[(\d[^\]]*)\]/mu.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))?.[1]).toBe(version);
});
