import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function executable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function find(): string | undefined {
  if (process.env['CHROME_PATH']) {
    if (!executable(process.env['CHROME_PATH'])) throw new Error(`CHROME_PATH is ${process.env['CHROME_PATH']}, which cannot be run`);
    return process.env['CHROME_PATH'];
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable);
}

function install(): void {
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    if (status !== 0) throw new Error(`apt-get ${args[0]} failed; install Chromium, or name it in CHROME_PATH`);
  }
}

/** Returns the path of a Chromium or Chrome. Installs Debian's when there is none and the process has permission. */
export function chromium(): string {
  const found = find();
  if (found) return found;
  if (process.getuid?.() !== 0) throw new Error('the browser suite needs Chromium or Chrome: install one, or name it in CHROME_PATH');
  console.error('Installing Chromium for the browser suite …');
  install();
  const installed = find();
  if (!installed) throw new Error('Chromium was installed, but is not on PATH; name it in CHROME_PATH');
  return installed;
}
