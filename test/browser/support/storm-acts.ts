import { until } from '../../../scripts/app-process';
import { configureSandbox } from '../../../scripts/merchant';
import type { Merchant } from './merchant';
import type { Addresses } from './sign-in';

/** Something that starts, continues after half of a lap, where everything may have been killed, and ends with the lap. */
export interface Act {
  begin(app: Addresses, merchant: Merchant): Promise<unknown>;
  goOn(app: Addresses, merchant: Merchant): Promise<unknown>;
  end(app: Addresses, merchant: Merchant): Promise<unknown>;
}

const nothing = async (): Promise<void> => undefined;

/** A lap in which no access ends. */
export const NO_ACT: Act = { begin: nothing, goOn: nothing, end: nothing };

/** How long a merchant retries until something in the app or a platform's page succeeds (ms). */
const TRIES_MS = 120_000;

/** Retries until it succeeds: under faults a person presses the button again. */
export async function persist<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  let last: unknown;
  const done = async (): Promise<{ readonly value: T } | null> => {
    try {
      return { value: await attempt() };
    } catch (error) {
      last = error;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return null;
    }
  };
  try {
    return (await until(done, what, TRIES_MS)).value;
  } catch (error) {
    throw new Error(`${what}: ${String(last)}`, { cause: error });
  }
}

/** Opens a page of the app that must refuse, with this reason. */
export async function refusedFor(merchant: Merchant, path: string, reason: string): Promise<void> {
  const opened: unknown = await merchant.open(path).catch((error: unknown) => error);
  if (!(opened instanceof Error) || !opened.message.includes(reason))
    throw new Error(`${path} was not refused for ${reason}: ${String(opened)}`);
}

/** Switches every fault off. */
export async function calmSandbox(app: Addresses): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const set = await fetch(`${app.sandbox}/control/preset`, { method: 'POST', headers, body: JSON.stringify({ preset: 'calm' }) });
  if (!set.ok) throw new Error(`the sandbox did not calm down: ${set.status} ${await set.text()}`);
}

/** A platform's connection as the app shows it. */
async function stateOf(merchant: Merchant, source: 'shopify' | 'square') {
  const { connections } = (await merchant.rpc('sh.Connections/GetConnections')) as { connections: { source: string; state: string }[] };
  return connections.find((one) => one.source === source)?.state ?? '';
}

/** The merchant notices that Square is not connected any more, and reconnects it. */
async function reconnectSquare(merchant: Merchant) {
  await persist('Square to be seen as ended', async () => {
    if ((await stateOf(merchant, 'square')) === 'connected') throw new Error('the app shows Square as connected');
  });
  await persist('Square to be connected again', async () => {
    await merchant.open('/square/oauthRequest');
    if ((await stateOf(merchant, 'square')) !== 'connected') throw new Error('the app shows Square as not connected');
  });
}

const shopifyFaults = (app: Addresses, shopify: object): Promise<unknown> => configureSandbox(app, { faults: { shopify } });
const squareFaults = (app: Addresses, square: object): Promise<unknown> => configureSandbox(app, { faults: { square } });

/** The seller revokes access in Square's dashboard, and its webhook arrives before the end; Shopify's token endpoint is behind a proxy. */
const REVOKED: Act = {
  begin: async (app) => {
    await configureSandbox(app, { faults: { shopify: { tokenAnswer: 'html403' }, square: { endsLaterMs: 3_000 } } });
    const init = { method: 'POST', body: new URLSearchParams({ seller: 'MLDEMO' }), redirect: 'manual' } as const;
    const revoked = await fetch(`${app.sandbox}/square/dashboard/apps`, init);
    if (revoked.status !== 303) throw new Error(`the seller could not revoke: ${revoked.status} ${await revoked.text()}`);
  },
  goOn: nothing,
  end: async (app, merchant) => {
    await configureSandbox(app, { faults: { shopify: { tokenAnswer: 'normal' }, square: { endsLaterMs: 0 } } });
    await reconnectSquare(merchant);
  },
};

/** The shop is closed in two ways, one after the other; Square's answers to token renewals are incomplete. */
const closed = (first: string, then: string): Act => ({
  begin: (app) => configureSandbox(app, { faults: { shopify: { shopState: first }, square: { tokenAnswer: 'incomplete' } } }),
  goOn: (app) => shopifyFaults(app, { shopState: then }),
  end: (app) => configureSandbox(app, { faults: { shopify: { shopState: 'open' }, square: { tokenAnswer: 'normal' } } }),
});

/** The merchant disconnects Square in the app, then grants too few scopes; Shopify's answers to token renewals are incomplete. */
const DISCONNECTED: Act = {
  begin: async (app, merchant) => {
    await shopifyFaults(app, { tokenAnswer: 'incomplete' });
    await persist('Square to be disconnected', () => merchant.rpc('sh.Connections/Disconnect', { source: 'square' }));
  },
  goOn: (app) => shopifyFaults(app, { tokenAnswer: 'html403' }),
  end: async (app, merchant) => {
    await shopifyFaults(app, { tokenAnswer: 'normal' });
    await squareFaults(app, { withheldScopes: ['INVENTORY_WRITE'], tokenAnswer: 'html403' });
    await refusedFor(merchant, '/square/oauthRequest', 'INVENTORY_WRITE');
    await squareFaults(app, { withheldScopes: [], tokenAnswer: 'normal' });
    await reconnectSquare(merchant);
  },
};

const ACTS: readonly Act[] = [REVOKED, closed('402', '430'), DISCONNECTED, closed('423', '403')];

/** What happens in a lap, counted from 0. */
export const actOf = (lap: number): Act => ACTS[lap % ACTS.length] ?? NO_ACT;
