// The folder with all data of a local setup: both Workers' storage, the built page, and the secrets.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';

import { codeOf } from './failure.ts';
import { makeSecrets, type Secrets } from './local-values.ts';
import { root } from './root.ts';

/** The path of the data folder. DATA_DIR overrides it; tests use a temporary folder. */
export const dataFolder = resolve(root, process.env['DATA_DIR'] || '.data');

const inside = (name: string): string => join(dataFolder, name);
const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Deletes what the app wrote there, and no other file in the folder. */
export function wipe(): void {
  for (const name of ['product', 'sandbox', 'web', 'mail', 'migrated', '.dev.vars']) rmSync(inside(name), { recursive: true, force: true });
}

function signal(pid: number, name: 0 | 'SIGKILL'): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

async function endGroup(leader: number): Promise<void> {
  for (let left = 20; left > 0 && signal(-leader, 'SIGKILL'); left -= 1) await new Promise((resolve) => setTimeout(resolve, 100));
}

/**
 * Makes this process the only user of the folder, because two runtimes on one database would corrupt it. First ends the processes that a
 * killed host left running: the host leads its own process group, which exists only as long as it has members.
 */
export async function occupy(): Promise<void> {
  mkdirSync(dataFolder, { recursive: true });
  const owner = Number(read(inside('host.pid')));
  if (owner > 1 && owner !== process.pid) {
    const running = signal(owner, 0) && read(`/proc/${owner}/cmdline`).includes('host.ts');
    if (running) throw new Error(`already started with this data (process ${owner}); stop it first, or set DATA_DIR to another folder`);
    if (!signal(owner, 0)) await endGroup(owner);
  }
  writeFileSync(inside('host.pid'), String(process.pid));
}

/** Releases the folder for the next start. */
export function leave(): void {
  rmSync(inside('host.pid'), { force: true });
}

/**
 * Returns the local secrets, and anything else a person added to the file (it overrides the variables that follow from PORT). Adds missing
 * secrets and keeps existing ones, because stored tokens are encrypted with them.
 */
export function devVars(): Secrets & Readonly<Record<string, string>> {
  const file = inside('.dev.vars');
  const existing = parseEnv(read(file));
  const fresh = makeSecrets();
  const missing = Object.entries(fresh).filter(([name]) => existing[name] === undefined);
  if (missing.length > 0) {
    const lines = missing.map(([name, value]) => `${name}="${value}"\n`).join('');
    writeFileSync(file, read(file) + lines, { mode: 0o600 });
  }
  return { ...fresh, ...(existing as Readonly<Record<string, string>>) };
}

/** Runs `migrate` unless exactly these migrations were applied before; it starts a runtime of its own. */
export async function migrateOnce(migrate: () => Promise<unknown>): Promise<void> {
  const folder = join(root, 'migrations');
  const hash = createHash('sha256');
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted())
    hash.update(name).update(read(join(folder, name)));
  const stamp = hash.digest('hex');
  if (read(inside('migrated')) === stamp) return;
  await migrate();
  writeFileSync(inside('migrated'), stamp);
}
