// What setup knows between its runs, in a folder that is not committed and only its owner can read.
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { messageOf } from '../failure.ts';
import { root } from '../root.ts';
import type { Answers } from './fields.ts';

/** Where setup has got to. Steps are not listed: each looks at what is there, so that nothing is done twice. */
export interface SetupState {
  readonly account?: string;
  /** The Worker's name; stored, with the account, once the database of that name is known to be ours to use. */
  readonly name?: string;
  readonly answers: Answers;
  /** Variables that were set by --var. */
  readonly vars?: Answers;
  /** The database that setup created or was allowed to use. */
  readonly database?: string;
}

const folder = join(root, '.production');

/** The secrets, as wrangler takes them. The only copy of TOKEN_KEYS outside Cloudflare, which never shows it again. */
export const SECRETS_FILE = join(folder, 'secrets.json');

/** The answers and what was created; nothing in it is secret. */
export const STATE_FILE = join(folder, 'setup.json');

function read<T>(file: string, fallback: T): T {
  if (!existsSync(file)) return fallback;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch (error) {
    throw new Error(`${file} is damaged (${messageOf(error)}); restore it from your copy, or delete it to answer again`, { cause: error });
  }
}

/** Writes a file that only its owner can read, whole or not at all: an interruption leaves the former one. */
function write(file: string, value: object): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const next = `${file}.next`;
  writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, file);
}

/** Returns what earlier runs stored; throws when the file is damaged. */
export const readState = (): SetupState => read<SetupState>(STATE_FILE, { answers: {} });

/** Stores where setup has got to. */
export const writeState = (state: SetupState): void => write(STATE_FILE, state);

/** Returns the secrets that earlier runs were told or generated. */
export const readSecrets = (): Answers => read<Answers>(SECRETS_FILE, {});

/** Stores the secrets. */
export const writeSecrets = (secrets: Answers): void => write(SECRETS_FILE, secrets);
