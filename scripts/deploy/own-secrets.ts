import { randomBytes } from 'node:crypto';

import type { Contents } from './cloudflare.ts';
import type { Answers } from './fields.ts';
import { SECRETS_FILE, STATE_FILE } from './setup-state.ts';

/** The secrets that nobody has to be told: each with how it is generated. */
export const GENERATED = {
  STATUS_SECRET: (): string => randomBytes(32).toString('base64url'),
  TOKEN_KEYS: (): string => `1:${newKey()}`,
} as const;

const newKey = (): string => randomBytes(32).toString('base64');

/** The keys of `TOKEN_KEYS`, `1:base64,2:base64`, by their versions. */
function keysOf(ring: string): { readonly version: number; readonly text: string }[] {
  return ring.split(',').map((text) => ({ version: Number(text.trim().split(':')[0]), text: text.trim() }));
}

/** Returns `TOKEN_KEYS` with a new key, which seals from now on; the others still open. */
export function withNewKey(ring: string): string {
  const keys = keysOf(ring);
  const version = Math.max(...keys.map((key) => key.version)) + 1;
  return [...keys.map(({ text }) => text), `${version}:${newKey()}`].join(',');
}

/** Returns `TOKEN_KEYS` without the keys that seal nothing; throws when every one is needed. The newest stays in any case. */
export function withoutKeys(ring: string, used: readonly string[]): string {
  const keys = keysOf(ring);
  const newest = Math.max(...keys.map(({ version }) => version));
  const kept = keys.filter(({ version }) => version === newest || used.includes(String(version)));
  if (kept.length === keys.length) throw new Error('every key is still needed: npm run doctor -- --production counts the tokens of each');
  return kept.map(({ text }) => text).join(',');
}

/** What the account has. */
export interface Found {
  /** The names of the secrets that the deployed Worker has; null when there is no Worker. */
  readonly deployed: readonly string[] | null;
  readonly database: Contents;
}

/** Throws where a key is missing that seals stored tokens: a copy from before the last rotation would take it from the Worker. */
function requireKeys(ring: string, database: Contents): void {
  const versions = keysOf(ring).map(({ version }) => String(version));
  const lacking = database.kind === 'ours' ? database.sealedBy.filter((version) => !versions.includes(version)) : [];
  if (lacking.length === 0) return;
  throw new Error(
    `TOKEN_KEYS as known here (keys ${versions.join(', ')}) lack key ${lacking.join(', ')}, which seals stored tokens: they are older than ` +
      `the last rotation. Put your newest copy of ${SECRETS_FILE} in place. Nothing was sent`,
  );
}

/** Where a secret may already be. */
interface Known extends Found {
  readonly stored: Answers;
  readonly env: Readonly<NodeJS.Dict<string>>;
}

/** Returns where our own secrets are now, as far as it is known here. `sent`: what `ownSecrets` has returned. */
export function whereabouts({ stored, env }: Pick<Known, 'stored' | 'env'>, sent: Answers): string {
  const origin = (name: string): string => {
    if (sent[name] === undefined) return 'not known here, stays as the Worker has it';
    if (stored[name] !== undefined) return 'as stored here';
    return env[name] === undefined ? 'generated' : 'from the environment';
  };
  return Object.keys(GENERATED)
    .map((name) => `${name} ${origin(name)}`)
    .join(', ');
}

/** Returns what a person has to keep, by the secrets that are known here. */
export function whatToKeep(secrets: Answers): string {
  const unknown = Object.keys(GENERATED).filter((name) => !secrets[name]);
  const copy = `Keep copies of ${SECRETS_FILE} and ${STATE_FILE} in your password manager`;
  if (unknown.length === 0) return `${copy}: Cloudflare never shows TOKEN_KEYS again, and later deployments need both.`;
  return (
    `The Worker keeps its own ${unknown.join(' and ')}: ${SECRETS_FILE} has none, and Cloudflare does not show them. If you have a copy from ` +
    `where they were generated, run setup again with them in the environment. Without one they cannot be rotated or moved.\n${copy}.`
  );
}

/**
 * Returns the secrets of our own that are to be sent: the stored ones, and new ones for those that exist nowhere. A secret that only the
 * deployed Worker has stays there. Throws where TOKEN_KEYS that are new, or older than a rotation, would make stored tokens unreadable.
 */
export function ownSecrets({ stored, env, deployed, database }: Known): Answers {
  const secrets: Record<string, string> = {};
  for (const [name, generate] of Object.entries(GENERATED)) {
    const known = stored[name] ?? env[name];
    if (known !== undefined) {
      if (name === 'TOKEN_KEYS') requireKeys(known, database);
      secrets[name] = known;
    } else if (deployed?.includes(name) !== true) {
      if (name === 'TOKEN_KEYS' && database.kind === 'ours' && database.accounts > 0) {
        throw new Error(
          `the database has ${database.accounts} accounts, whose tokens are sealed with TOKEN_KEYS that are neither here nor at a Worker: ` +
            'set TOKEN_KEYS in the environment to your copy of them',
        );
      }
      secrets[name] = generate();
    }
  }
  return secrets;
}
