// What a later version needs and the account may lack: setup ran with the version before, which knew nothing of it.
import { createQueues, findDatabase, secretNames } from './cloudflare.ts';
import type { Answers } from './fields.ts';
import { queueNames, type Installation } from './production-config.ts';
import { readSecrets } from './setup-state.ts';

/** What the account lacks is made by setup alone where a person has to answer, or where an empty one would hide a loss. */
const missing = (what: string, advice: string): Error => new Error(`${what}: ${advice}`);

async function requireDatabase({ name, database, account }: Installation): Promise<void> {
  const found = await findDatabase(name);
  if (found === database) return;
  throw missing(
    `the account ${account} has no database ${name} with the ID ${database}${found === null ? '' : `, but another one (${found})`}`,
    'if it was deleted on purpose, npm run setup goes on with a new one',
  );
}

/** Returns the stored values of the secrets that the Worker requires and lacks. */
async function secretsLacking(name: string, required: readonly string[]): Promise<Answers> {
  const deployed = await secretNames(name);
  if (deployed === null) throw missing(`the account has no Worker ${name} yet`, 'npm run setup deploys it');
  const stored = readSecrets();
  const lacking = required.filter((one) => !deployed.includes(one));
  const unknown = lacking.filter((one) => !stored[one]);
  if (unknown.length > 0)
    throw missing(`this version needs secrets that the Worker lacks (${unknown.join(', ')})`, 'npm run setup adds them');
  return Object.fromEntries(lacking.map((one) => [one, stored[one] ?? '']));
}

/** What was made, and what is to be sent along with the Worker. */
interface CaughtUp {
  /** The queues that were created. */
  readonly queues: readonly string[];
  readonly secrets: Answers;
}

/**
 * Creates the queues that this version needs and the account lacks, and returns the stored secrets that the Worker lacks. Throws with what only
 * setup can add. `required`: the names of the secrets without which the Worker does not start.
 */
export async function catchUp(installation: Installation, required: readonly string[]): Promise<CaughtUp> {
  await requireDatabase(installation);
  const secrets = await secretsLacking(installation.name, required);
  return { queues: await createQueues(queueNames(installation.name)), secrets };
}
