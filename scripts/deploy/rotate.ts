// `npm run rotate -- WHAT`: replaces one of the Worker's secrets without an interruption, and stores it where setup stores them. See
// docs/operations.md.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { messageOf, report } from '../failure.ts';
import { root } from '../root.ts';
import { replaceSignatureKey } from '../square-subscription.ts';
import { readSettings } from '../worker-settings.ts';
import { openTerminal } from './ask.ts';
import { keysInUse, queryDatabase, secretNames } from './cloudflare.ts';
import { parsed, showedHelp } from './command-line.ts';
import { FIELDS, type Answers, type Field } from './fields.ts';
import { GENERATED, withNewKey, withoutKeys } from './own-secrets.ts';
import { CONFIG_FILE } from './production-config.ts';
import { withSecretsFile } from './secrets-file.ts';
import { readSecrets, SECRETS_FILE, writeSecrets } from './setup-state.ts';
import { WITH_CONFIG, wrangler } from './wrangler.ts';

/** Secrets to set, and to delete (null). */
type Changes = Readonly<Record<string, string | null>>;

/** What may be rotated. */
const WHATS = ['token-keys', 'square-webhook-key', 'shopify-secret', 'square-secret', 'status-secret', 'finish'];

const USAGE = `npm run rotate -- WHAT, where WHAT is
  token-keys          a new key that seals the platforms' tokens; the old ones still open
  token-keys --drop   remove the keys that seal no token anymore
  square-webhook-key  a new key with which Square signs webhooks; the former is still accepted
  shopify-secret      the new client secret from Shopify; the former is still accepted
  square-secret       the new application secret from Square
  status-secret       the secret of the subscription status call
  finish shopify-secret, finish square-webhook-key
                      no longer accept the former one

The guide is docs/operations.md, "Rotate a secret". New secrets of the platforms are asked for, or taken from the environment.`;

/** Returns a stored secret; throws when it is not stored here. */
function stored(name: string): string {
  const value = readSecrets()[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not in ${SECRETS_FILE}: restore that file from your copy, then run this again`);
  return value;
}

/** Returns the new value of a secret that a platform generated: from the environment, or asked for at the terminal. */
async function given(name: string): Promise<string> {
  const field = FIELDS.find((one): one is Field => one.name === name);
  if (field === undefined) throw new Error(`${name} is not a field of setup`);
  const value = process.env[name];
  if (value !== undefined) return field.check(value.trim());
  const terminal = openTerminal(() => {
    console.log('\nStopped: nothing was changed.');
    process.exit(130);
  });
  if (terminal === null) throw new Error(`set ${name} in the environment to the new secret`);
  try {
    return await terminal.ask(field);
  } finally {
    terminal.close();
  }
}

/** Where a former secret is kept, and when it is no longer needed. */
const FORMER = [
  { what: 'shopify-secret', slot: 'SHOPIFY_CLIENT_SECRET_PREVIOUS', until: 'an hour after the former secret was revoked at Shopify' },
  {
    what: 'square-webhook-key',
    slot: 'SQUARE_WEBHOOK_KEY_PREVIOUS',
    until: '24 hours after that rotation, when Square has repeated its last webhook',
  },
] as const;

type Slot = (typeof FORMER)[number]['slot'];

/** Returns the end of one rotation: each former secret is needed for another time, so one end is never both. */
function finished(what: string | undefined): Changes {
  const one = FORMER.find((each) => each.what === what);
  if (one === undefined) throw new Error(`say which rotation is finished: ${FORMER.map((each) => `finish ${each.what}`).join(', or ')}`);
  return { [one.slot]: null };
}

/**
 * Throws while a rotation of the same secret goes on, here or at the Worker: there is one slot for a former secret, and the one in it would no
 * longer be accepted.
 */
async function requireFree(slot: Slot): Promise<void> {
  const former = FORMER.find((one) => one.slot === slot);
  const deployed = await secretNames(readSettings(CONFIG_FILE).name);
  if (!readSecrets()[slot] && deployed?.includes(slot) !== true) return;
  throw new Error(
    `the last rotation is not finished: ${slot} has a former secret that is still accepted, and another rotation would forget it. ` +
      `Run npm run rotate -- finish ${former?.what}, ${former?.until}; then run this again. Nothing was changed`,
  );
}

/** Takes a new secret in, and keeps the former one in its slot, where there is one. */
async function takeOver(name: string, slot: Slot | null): Promise<Changes> {
  const former = stored(name);
  if (slot !== null) await requireFree(slot);
  const next = await given(name);
  if (next === former) throw new Error(`this is the ${name} that is already in use`);
  return { [name]: next, ...(slot !== null && { [slot]: former }) };
}

async function squareKey(): Promise<Changes> {
  const { vars } = readSettings(CONFIG_FILE);
  const former = stored('SQUARE_WEBHOOK_KEY');
  // Before Square is asked: it shows a new key once, and signs with it from then on.
  await requireFree('SQUARE_WEBHOOK_KEY_PREVIOUS');
  const next = await replaceSignatureKey({
    origin: vars['SQUARE_ORIGIN'] ?? '',
    version: vars['SQUARE_VERSION'] ?? '',
    token: stored('SQUARE_APP_TOKEN'),
    notificationUrl: `${vars['WEBHOOK_ORIGIN']}/webhooks/square`,
  });
  return { SQUARE_WEBHOOK_KEY: next, SQUARE_WEBHOOK_KEY_PREVIOUS: former };
}

/** Removes the keys that seal nothing, by the counts of the fleet. Throws while the tokens of an account were not counted yet. */
async function dropKeys(name: string): Promise<Changes> {
  const [row = {}] = await queryDatabase(name, 'select count(*) as unread from fleet where sealed_by is null');
  if (Number(row['unread']) > 0)
    throw new Error(`accounts whose tokens were not counted yet: ${Number(row['unread'])}; each is visited within six hours`);
  return { TOKEN_KEYS: withoutKeys(stored('TOKEN_KEYS'), await keysInUse(name)) };
}

async function changesOf([what, of]: readonly string[], drop: boolean): Promise<Changes> {
  switch (what) {
    case 'token-keys':
      return drop ? dropKeys(readSettings(CONFIG_FILE).name) : { TOKEN_KEYS: withNewKey(stored('TOKEN_KEYS')) };
    case 'square-webhook-key':
      return squareKey();
    case 'shopify-secret':
      return takeOver('SHOPIFY_CLIENT_SECRET', 'SHOPIFY_CLIENT_SECRET_PREVIOUS');
    case 'square-secret':
      return takeOver('SQUARE_CLIENT_SECRET', null);
    case 'status-secret':
      return { STATUS_SECRET: GENERATED.STATUS_SECRET() };
    case 'finish':
      return finished(of);
    default:
      throw new Error(USAGE);
  }
}

/** Sends changed secrets to the Worker, all at once. */
async function send(changes: Changes): Promise<void> {
  await withSecretsFile(changes, (file) => wrangler(['secret', 'bulk', file, ...WITH_CONFIG]));
}

/** Throws where there is no installation, or where nothing that can be rotated is named. */
function requireRotatable(what: string | undefined): void {
  const known = what !== undefined && WHATS.includes(what);
  const unknown = what === undefined ? 'say what to rotate' : `there is no "${what}" to rotate`;
  const isInstalled = existsSync(join(root, CONFIG_FILE));
  const problems = [
    ...(known ? [] : [unknown]),
    ...(isInstalled ? [] : [`there is no ${CONFIG_FILE}: nothing was set up from this clone; run npm run setup`]),
  ];
  if (problems.length > 0) throw new Error([...(known ? [] : [USAGE, '']), ...problems].join('\n'));
}

async function rotate(args: string[]): Promise<void> {
  if (showedHelp(args, USAGE)) return;
  const { values, positionals } = parsed(() => parseArgs({ args, options: { drop: { type: 'boolean' } }, allowPositionals: true }));
  requireRotatable(positionals[0]);
  const changes = await changesOf(positionals, values.drop === true);
  const kept = Object.entries({ ...readSecrets(), ...changes }).filter((entry): entry is [string, string] => entry[1] !== null);
  const all: Answers = Object.fromEntries(kept);
  // Stored first: a platform shows a new key once, and a key that seals tokens must never exist at the Worker alone.
  writeSecrets(all);
  await send(changes).catch((error: unknown) => {
    const reason = `stored in ${SECRETS_FILE}, but not sent to the Worker: ${messageOf(error)}`;
    throw new Error(`${reason}\nRun npm run setup, which sends all secrets, as soon as that is fixed.`, { cause: error });
  });
  console.log(`Done: ${Object.keys(changes).join(', ')}. Put a copy of ${SECRETS_FILE} in your password manager.`);
}

try {
  await rotate(process.argv.slice(2));
} catch (error) {
  report(error);
}
