import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import {
  allowsLicense,
  isTool,
  licenseList,
  packageName,
  problemsOf,
  type AllowScripts,
  type LockedPackages,
} from '../../scripts/dependency-rules';
import { root } from '../../scripts/root';

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockedPackages };
const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { allowScripts: AllowScripts };

/** A package in a CycloneDX document. */
interface Component {
  readonly name: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string }[];
  readonly licenses?: readonly unknown[];
  readonly properties: readonly { readonly name: string }[];
}

const WELL = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' };
const only = (entry: object): LockedPackages => ({ 'node_modules/new': { ...WELL, ...entry } });

describe('the packages of package-lock.json', () => {
  test('keep to the rules', () => {
    expect(problemsOf(packages, allowScripts)).toEqual([]);
    expect(Object.keys(packages).length).toBeGreaterThan(100);
  });

  test.each([
    ['an install script', { hasInstallScript: true }, /has an install script/u],
    ['the address of a Git repository', { resolved: 'git+ssh://git@github.com/a/b.git#c' }, /comes from git\+ssh/u],
    ['an address without encryption', { resolved: 'http://registry.npmjs.org/a.tgz' }, /comes from http:/u],
    ['an address that only begins like the registry', { resolved: 'https://registry.npmjs.org.example/a.tgz' }, /comes from https:/u],
    ['a folder', { resolved: '../new', link: true }, /is a link/u],
    ['no hash', { integrity: undefined }, /has no SHA-512/u],
    ['a weak hash', { integrity: 'sha1-x' }, /has no SHA-512/u],
    ['no license', { license: undefined }, /has the license none/u],
    ['a license that the product may not have', { license: 'GPL-3.0-only' }, /has the license GPL-3.0-only/u],
    ['a license that only tools may have', { license: 'LGPL-3.0-or-later' }, /has the license LGPL/u],
    ['no hash, though it is only optional', { integrity: undefined, optional: true, os: ['linux'], cpu: ['x64'] }, /has no SHA-512/u],
  ])('may not have %s', (_, entry, problem) => {
    expect(problemsOf(only(entry), {}).join('\n')).toMatch(problem);
  });

  test('may lack hash and license only for systems on which they are never installed', () => {
    expect(problemsOf(only({}), {})).toEqual([]);
    const bare = { integrity: undefined, license: undefined, optional: true };
    for (const system of [{ os: ['darwin'] }, { cpu: ['ppc64'] }, { libc: ['musl'] }]) {
      expect(problemsOf(only({ ...bare, ...system }), {})).toEqual([]);
    }
    expect(problemsOf(only({ ...bare, os: ['darwin'], optional: undefined }), {})).not.toEqual([]);
  });

  test('with an install script are named in package.json, and none may run it', () => {
    expect(problemsOf(only({ hasInstallScript: true }), { new: false })).toEqual([]);
    expect(problemsOf(only({ hasInstallScript: true }), { new: true })).toEqual(['package.json lets new run its install script']);
    expect(problemsOf(only({}), { new: false }).join('\n')).toMatch(/has no install script/u);
  });

  test('have licenses that are read as SPDX writes them', () => {
    const allows = (expression: string): boolean => allowsLicense(expression, ['MIT', 'ISC']);
    expect(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND ISC', '(ISC)'].filter((text) => !allows(text))).toEqual([]);
    expect(['', 'mit', 'MIT AND GPL-3.0-only', 'SEE LICENSE IN x', '(MIT OR X) AND Y'].filter(allows)).toEqual([]);
  });
});

test('the license list has the packages of the product, and those of tools on request', () => {
  const lines = { 'node_modules/a': WELL, 'node_modules/b/node_modules/c': { ...WELL, dev: true, license: 'ISC' } };
  expect(licenseList(lines, false)).toEqual(['MIT: a 1.0.0']);
  expect(licenseList(lines, true)).toEqual(['MIT: a 1.0.0', 'ISC: c 1.0.0']);
});

test('the bill of materials has each package of the product with hash and license, tools marked as such, and needs no network', () => {
  const output = execFileSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, npm_config_registry: 'http://localhost:9', npm_config_offline: 'true' },
  });
  const { bomFormat, components } = JSON.parse(output) as { bomFormat: string; components: Component[] };
  expect(bomFormat).toBe('CycloneDX');
  const isMarked = ({ properties }: Component): boolean => properties.some(({ name }) => name === 'cdx:npm:package:development');
  const shipped = new Set(components.filter((component) => !isMarked(component)).map(({ purl }) => decodeURIComponent(purl)));
  const wanted = Object.entries(packages).filter(([folder, entry]) => folder !== '' && !isTool(entry));
  expect(
    wanted.map(([folder, { version = '' }]) => `pkg:npm/${packageName(folder)}@${version}`).filter((purl) => !shipped.has(purl)),
  ).toEqual([]);
  expect(components.filter(isMarked).map(({ name }) => name)).toContain('vitest');
  expect(
    components.filter(
      (component) => !isMarked(component) && (component.hashes?.[0]?.alg !== 'SHA-512' || component.licenses?.length !== 1),
    ),
  ).toEqual([]);
});

test('no command of an installation lets a package run a script', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
  try {
    mkdirSync(join(folder, 'scripts'));
    for (const file of ['scripts/bootstrap.mjs', 'package.json', 'package-lock.json']) cpSync(join(root, file), join(folder, file));
    // Stands in for npm: notes its arguments, and installs the pinned Node.
    const npm = `
      const { appendFileSync, mkdirSync, symlinkSync } = require('node:fs');
      const args = process.argv.slice(2);
      appendFileSync(${JSON.stringify(join(folder, 'calls'))}, JSON.stringify(args) + '\\n');
      const at = args.indexOf('--prefix');
      if (at >= 0) {
        const bin = args[at + 1] + '/node_modules/node-' + process.platform + '-' + process.arch + '/bin';
        mkdirSync(bin, { recursive: true });
        symlinkSync(process.execPath, bin + '/node');
      }`;
    writeFileSync(join(folder, 'npm.cjs'), npm);
    execFileSync(process.execPath, ['scripts/bootstrap.mjs'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, npm_execpath: join(folder, 'npm.cjs') },
    });
    const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
    expect(calls.map((line) => (JSON.parse(line) as string[])[0])).toEqual(['install', 'ci']);
    expect(calls.filter((line) => !(JSON.parse(line) as string[]).includes('--ignore-scripts'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
