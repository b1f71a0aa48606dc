import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { textAt } from '../../src/platforms/json';
import { SHOPIFY_SCOPES } from '../../src/platforms/shopify/scopes';
import { SQUARE_SCOPES, SQUARE_TEAM_SCOPE } from '../../src/platforms/square/scopes';
import { addresses, makeSecrets, sandboxVars } from '../local-values.ts';
import { findFree } from '../ports.ts';
import { startRuntime } from '../runtime.ts';

/** A sandbox that runs, and the settings with which the command connects to it. */
export interface OwnSandbox {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts a sandbox of our own on a free port, and installs the app in it. */
export async function startOwnSandbox(): Promise<OwnSandbox> {
  const port = await findFree(3);
  const persist = mkdtempSync(join(tmpdir(), 'contract-'));
  const secrets = makeSecrets();
  const { page, sandbox } = addresses(port);
  const bindings = sandboxVars(port, secrets);
  const worker = await startRuntime({ config: 'sandbox/wrangler.toml', port: port + 2, persist, bindings, watch: false });
  const stop = async (): Promise<void> => {
    await worker.dispose();
    rmSync(persist, { recursive: true, force: true });
  };
  try {
    return { env: await connect(sandbox, page, secrets), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const SHOP = 'demo.myshopify.com';
const SELLER = 'MLDEMO';

/**
 * Makes a running sandbox a small test store, installs the app on both platforms, and returns the settings with which the command
 * connects to it. `app`: the origin that the sandbox knows the app by.
 */
export async function connect(
  sandbox: string,
  app: string,
  secrets: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const { SHOPIFY_CLIENT_ID = '', SHOPIFY_CLIENT_SECRET = '', SQUARE_CLIENT_ID = '', SQUARE_CLIENT_SECRET = '' } = secrets;
  await send('POST', `${sandbox}/control/reset`, { catalogue: { variants: 20, seed: 1 } });
  // Order scopes, as a store's own app has them; nothing receives webhooks here.
  const faults = { webhookLoss: 1 };
  await send('PUT', `${sandbox}/control/config`, {
    grantOrders: true,
    shopifyPlan: 'development',
    faults: { shopify: faults, square: faults },
  });
  const shopify = `${sandbox}/shopify/${SHOP}/admin/oauth`;
  const asked = new URLSearchParams({
    client_id: SHOPIFY_CLIENT_ID,
    scope: SHOPIFY_SCOPES.join(','),
    redirect_uri: `${app}/shopify/oauthCallback`,
    state: 'contract',
  });
  const client = { client_id: SHOPIFY_CLIENT_ID, client_secret: SHOPIFY_CLIENT_SECRET };
  const code = await grant(`${shopify}/authorize?${asked}`, '');
  const tokens = await send('POST', `${shopify}/access_token`, { ...client, code, expiring: '1' });
  const scope = [...SQUARE_SCOPES, SQUARE_TEAM_SCOPE].join(' ');
  const square = `${sandbox}/square/oauth2`;
  const squareClient = { client_id: SQUARE_CLIENT_ID, client_secret: SQUARE_CLIENT_SECRET, grant_type: 'authorization_code' };
  const squareAsked = new URLSearchParams({ client_id: SQUARE_CLIENT_ID, scope });
  const squareCode = await grant(`${square}/authorize?${squareAsked}`, `answer=allow&seller=${SELLER}`);
  const squareTokens = await send('POST', `${square}/token`, { ...squareClient, code: squareCode });
  return {
    CONTRACT_SHOPIFY_SHOP: SHOP,
    CONTRACT_SHOPIFY_ORIGIN: `${sandbox}/shopify/{shop}`,
    CONTRACT_SHOPIFY_TOKEN: textAt(tokens, 'access_token') ?? '',
    CONTRACT_SHOPIFY_REFRESH_TOKEN: textAt(tokens, 'refresh_token') ?? '',
    CONTRACT_SHOPIFY_CLIENT_ID: SHOPIFY_CLIENT_ID,
    CONTRACT_SHOPIFY_CLIENT_SECRET: SHOPIFY_CLIENT_SECRET,
    CONTRACT_SQUARE_ORIGIN: `${sandbox}/square`,
    CONTRACT_SQUARE_TOKEN: textAt(squareTokens, 'access_token') ?? '',
    CONTRACT_SQUARE_REFRESH_TOKEN: textAt(squareTokens, 'refresh_token') ?? '',
    CONTRACT_SQUARE_CLIENT_ID: SQUARE_CLIENT_ID,
    CONTRACT_SQUARE_CLIENT_SECRET: SQUARE_CLIENT_SECRET,
    CONTRACT_SQUARE_APP_TOKEN: secrets['SQUARE_APP_TOKEN'] ?? '',
  };
}

async function send(method: string, address: string, body: object): Promise<unknown> {
  const answer = await fetch(address, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`the sandbox answers ${answer.status} at ${address}: ${await answer.text()}`);
  return answer.json();
}

/** Grants access as the merchant, and returns the code in the address that the browser is sent to. */
async function grant(address: string, form: string): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(address, { method: 'POST', headers, body: form, redirect: 'manual' });
  const code = URL.parse(answer.headers.get('location') ?? '')?.searchParams.get('code');
  if (code === null || code === undefined) throw new Error(`the sandbox grants no access at ${address} (${answer.status})`);
  return code;
}
