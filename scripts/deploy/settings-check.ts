// What the Worker refuses of its settings. The check is the Worker's own, bundled from its source: this side can never disagree with it.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'esbuild';

import { root } from '../root.ts';
import { readSettings } from '../worker-settings.ts';
import { GENERATED } from './own-secrets.ts';
import { readSecrets } from './setup-state.ts';

/** A Worker's variables and secrets by name. */
export type Vars = Readonly<NodeJS.Dict<string>>;

/** Returns the settings as the Worker reads them, or what is wrong with each. */
type ParseConfig = (vars: Vars) => { readonly ok: true } | { readonly ok: false; readonly error: readonly string[] };

/** Loads the Worker's own configuration parser. */
async function loadParser(): Promise<ParseConfig> {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  try {
    const outfile = join(folder, 'config.mjs');
    await build({
      entryPoints: [join(root, 'src/worker/runtime/config.ts')],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
    });
    const { parseConfig } = (await import(outfile)) as { parseConfig: ParseConfig };
    return parseConfig;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns what the Worker refuses of these settings: each with its name, none with its value. */
export async function problemsOf(vars: Vars): Promise<readonly string[]> {
  const parsed = (await loadParser())(vars);
  return parsed.ok ? [] : parsed.error;
}

/** Returns a value that the Worker accepts for a secret whose own is not known here, or does not exist yet. */
const standIn = (name: string): string => (name === 'TOKEN_KEYS' ? `1:${randomBytes(32).toString('base64')}` : 'not known here');

/**
 * Throws with every setting that the Worker would refuse: it would be deployed and then answer no request. `required`: the names of its secrets,
 * of which those that `vars` lacks count as right.
 */
export async function requireAccepted(vars: Vars, required: readonly string[]): Promise<void> {
  const assumed = Object.fromEntries(required.filter((name) => !vars[name]).map((name) => [name, standIn(name)]));
  const problems = await problemsOf({ ...vars, ...assumed });
  if (problems.length > 0)
    throw new Error(['The Worker would refuse these settings:', ...problems.map((problem) => `  ${problem}`)].join('\n'));
}

/** Throws as `requireAccepted` does, with the variables of wrangler.toml and the secrets that are known here beside those given. */
export async function requireGiven(given: Vars): Promise<void> {
  const { vars, secrets } = readSettings('wrangler.toml');
  const own = Object.fromEntries(Object.keys(GENERATED).map((name) => [name, process.env[name] ?? '']));
  await requireAccepted({ ...vars, ...given, ...own, ...readSecrets() }, secrets?.required ?? []);
}
