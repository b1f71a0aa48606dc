import { randomBytes } from 'node:crypto';

import type { Contents } from './cloudflare.ts';
import type { Answers } from './fields.ts';

/** The secrets that nobody has to be told: each with how it is generated. */
const GENERATED: Readonly<Record<string, () => string>> = {
  STATUS_SECRET: () => randomBytes(32).toString('base64url'),
  TOKEN_KEYS: () => `1:${randomBytes(32).toString('base64')}`,
};

/** Where a secret may already be. */
interface Known {
  readonly stored: Answers;
  readonly env: Readonly<NodeJS.Dict<string>>;
  /** The names of the secrets that the deployed Worker has; null when there is no Worker. */
  readonly deployed: readonly string[] | null;
  readonly database: Contents;
}

/**
 * Returns the secrets of our own that are to be sent: the stored ones, and new ones for those that exist nowhere. A secret that only the
 * deployed Worker has stays there. Throws where new TOKEN_KEYS would make the stored tokens of existing accounts unreadable.
 */
export function ownSecrets({ stored, env, deployed, database }: Known): Answers {
  const secrets: Record<string, string> = {};
  for (const [name, generate] of Object.entries(GENERATED)) {
    const known = stored[name] ?? env[name];
    if (known !== undefined) secrets[name] = known;
    else if (deployed?.includes(name) !== true) {
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
