// Completes package-lock.json; run it after any `npm install`.
//
// npm leaves out of the lock file the optional packages of foreign platforms that it could not look up, and then `npm ci` refuses the lock
// file everywhere. Each missing package is added with what its name implies: version, system, processor.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './root.ts';

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];
/** Names in package names that differ from npm's own. */
const SPELLINGS: Readonly<Record<string, string>> = {
  armv6: 'arm',
  armv7: 'arm',
  windows: 'win32',
  macos: 'darwin',
  loongarch64: 'loong64',
};

/** A package in the lock file. */
interface Package {
  readonly version?: string;
  readonly cpu?: readonly string[];
  readonly os?: readonly string[];
  readonly libc?: readonly string[];
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const file = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Package> };

/** Returns where npm would find `name` from the package at `from`: next to it, or in a parent folder. */
function resolves(from: string, name: string): boolean {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[`${place === '' ? '' : `${place}/`}node_modules/${name}`]) return true;
    if (place === '') return false;
  }
}

function entry(name: string, version: string, dependent: Package): Package {
  const words: string[] = name.split(/[/@._-]/u).map((word) => SPELLINGS[word] ?? word);
  const os = words.filter((word) => SYSTEMS.includes(word));
  const cpu = words.filter((word) => PROCESSORS.includes(word));
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') && os.includes('linux') ? ['glibc'] : [];
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(dependent.dev === true && { dev: true }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}

let added = 0;
for (const [place, dependent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(dependent.optionalDependencies ?? {})) {
    if (place === '' || resolves(place, name) || !/^\d/u.test(version)) continue;
    lock.packages[`node_modules/${name}`] = entry(name, version, dependent);
    added += 1;
  }
}
const sorted = Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(sorted);
if (added > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} entries added`);
