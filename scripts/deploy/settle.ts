// What setup finds in the account under the names that it is about to use, and whether that is its own.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../root.ts';
import { contentsOf, createDatabase, createQueues, findDatabase, secretNames, type Contents } from './cloudflare.ts';
import type { Outline } from './installation.ts';
import { CONFIG_FILE, queueNames } from './production-config.ts';
import { howToRename } from './setup-options.ts';
import { writeConfig } from './steps.ts';

/** Makes sure that there is a database that is ours to use; returns what it holds. */
export async function settleDatabase(installation: Outline, keep: (id: string) => void): Promise<Contents> {
  const { name, address } = installation;
  let id = await findDatabase(name);
  if (id === null) {
    await createDatabase(name);
    id = await findDatabase(name);
    if (id === null) throw new Error(`Cloudflare has created the database ${name} and does not list it yet; wait a minute`);
  }
  writeConfig({ ...installation, database: id });
  const contents = await contentsOf(name);
  if (contents.kind === 'other') {
    rmSync(join(root, CONFIG_FILE), { force: true });
    throw new Error(
      `the account already has a database ${name} with other data (tables ${contents.tables.slice(0, 8).join(', ')}). It was not touched. ` +
        `${howToRename(address)}. Or delete that database in the dashboard, if nothing needs it`,
    );
  }
  keep(id);
  return contents;
}

/** Returns what of a database is worth a note. */
export const describeContents = (contents: Contents): string =>
  contents.kind === 'ours' ? `in use, with ${contents.accounts} accounts` : 'empty';

/** Looks at the Worker of this name; throws when it is somebody else's. Returns the names of its secrets, null for no Worker. */
export async function settleWorker({ name, address }: Outline): Promise<readonly string[] | null> {
  const names = await secretNames(name);
  if (names !== null && !names.includes('TOKEN_KEYS')) {
    throw new Error(`the account already has another Worker named ${name}. It was not touched. ${howToRename(address)}`);
  }
  return names;
}

/** Creates the queues that are missing; returns a note of how many were. */
export async function settleQueues(name: string): Promise<string> {
  const names = queueNames(name);
  const created = await createQueues(names);
  return `${created.length} created, ${names.length - created.length} there already`;
}
