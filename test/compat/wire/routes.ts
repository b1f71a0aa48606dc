import { APP, locationOf, open } from '../support/client';
import { control, setFaults } from '../support/sandbox';
import { signedQuery } from '../support/sign';
import type { Caller, Scenario, SentRequest, Step } from '../support/steps';

const SHOP = 'demo.myshopify.com';

const get = (path: string, headers: SentRequest['headers'] = {}): SentRequest => ({ method: 'GET', path, headers });

/** A step that opens a fixed address. */
function page(name: string, as: Caller, path: string, headers?: SentRequest['headers']): Step {
  return { name, as, send: () => get(path, headers) };
}

const seconds = (): string => String(Math.floor(Date.now() / 1_000));

/** The OAuth state of a request that the browser has just started. */
async function freshState(scenario: Scenario, as: Caller, path: string): Promise<string> {
  const answer = await open(`${APP}${path}`, scenario.cookies[as]);
  return new URL(await locationOf(answer)).searchParams.get('state') ?? '';
}

/** The callback that the platform's consent page redirects to. */
async function consent(scenario: Scenario, as: Caller): Promise<SentRequest> {
  const { pathname, search } = new URL(await locationOf(await open(scenario.location, scenario.cookies[as])));
  return get(`${pathname}${search}`);
}

/** The running release is not part of the protocol. */
const VERSION = ['version'];

const OTHER_METHODS = ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'];

/** Addresses that are opened before anybody signs in. */
export const PUBLIC_ROUTES: readonly Step[] = [
  { ...page('health', 'nobody', '/healthz'), masked: VERSION },
  { ...page('health, with a slash', 'nobody', '/healthz/'), masked: VERSION },
  page('a missing file', 'nobody', '/assets/missing.js'),
  page('a missing file elsewhere', 'nobody', '/robots.txt'),
  page('the root of calls', 'nobody', '/rpc'),
  page('a call by GET', 'nobody', '/rpc/sh.Session/GetSessionData'),
  page('the root of webhooks', 'nobody', '/webhooks'),
  page('a webhook by GET', 'nobody', '/webhooks/shopify'),
  page('webhooks of an unknown platform', 'nobody', '/webhooks/etsy'),
  page('a malformed receipt', 'nobody', '/deletions/1234'),
  page('a receipt, not signed in', 'nobody', `/deletions/${'ab'.repeat(32)}`),
  page('sign out, not signed in', 'nobody', '/signout'),
  page('sign out, by another page', 'nobody', '/signout', { 'sec-fetch-dest': 'image' }),
  page('billing return, not signed in', 'nobody', '/shopify/billingReturn?charge_id=1'),
  page('app opened, without signature', 'nobody', '/shopify/index'),
  page('app opened, forged', 'nobody', `/shopify/index?shop=${SHOP}&hmac=${'0'.repeat(64)}`),
  page('Square index', 'nobody', '/square/index'),
  page('Square consent, not signed in', 'nobody', '/square/oauthRequest'),
  page('Square callback, not signed in', 'nobody', '/square/oauthCallback?code=1&state=2'),
  page('Square callback, declined', 'nobody', '/square/oauthCallback?error=access_denied'),
  page('an unknown address of Shopify’s routes', 'nobody', '/shopify/other'),
  page('an unknown address of Square’s routes', 'nobody', '/square/other'),
  ...OTHER_METHODS.map((method): Step => ({
    name: `an unknown address by ${method}`,
    as: 'nobody',
    send: () => ({ method, path: '/nowhere' }),
  })),
  ...OTHER_METHODS.map((method): Step => ({
    name: `health by ${method}`,
    as: 'nobody',
    send: () => ({ method, path: '/healthz' }),
    masked: VERSION,
  })),
];

const callback = (name: string, send: (scenario: Scenario) => Promise<string>): Step => ({
  name: `Shopify callback, ${name}`,
  as: 'merchant',
  send: async (scenario) => get(`/shopify/oauthCallback?${await send(scenario)}`),
});

const REQUEST = '/shopify/oauthRequest?shop=demo';

/** The merchant signs in at Shopify. */
export const SIGN_IN: readonly Step[] = [
  page('sign-in, no shop', 'merchant', '/shopify/oauthRequest'),
  page('sign-in, not a shop', 'merchant', '/shopify/oauthRequest?shop=evil.example'),
  page('sign-in, by another page', 'merchant', REQUEST, { 'sec-fetch-dest': 'image' }),
  callback('declined', async () => 'error=access_denied'),
  callback('without signature', async () => `code=1&shop=${SHOP}&state=2&timestamp=${seconds()}`),
  callback('forged', () => signedQuery({ code: '1', shop: SHOP, state: '2', timestamp: seconds() }, 'another secret')),
  callback('too old', () => signedQuery({ code: '1', shop: SHOP, state: '2', timestamp: '1700000000' })),
  callback('not a shop', () => signedQuery({ code: '1', shop: 'evil.example', state: '2', timestamp: seconds() })),
  callback('without code', () => signedQuery({ shop: SHOP, state: '2', timestamp: seconds() })),
  callback('with an unknown state', () => signedQuery({ code: '1', shop: SHOP, state: 'x'.repeat(43), timestamp: seconds() })),
  callback('with a refused code', async (scenario) =>
    signedQuery({ code: '1', shop: SHOP, state: await freshState(scenario, 'merchant', REQUEST), timestamp: seconds() }),
  ),
  page('sign-in, in capitals', 'merchant', '/shopify/oauthRequest?shop=DEMO.myshopify.com'),
  page('sign-in', 'merchant', REQUEST),
  { name: 'Shopify callback', as: 'merchant', send: (scenario) => consent(scenario, 'merchant'), settles: true },
  {
    name: 'Shopify callback, missing scopes',
    as: 'nobody',
    before: async (scenario) => {
      await setFaults('shopify', { withheldScopes: ['write_inventory'] });
      scenario.location = await locationOf(await open(`${APP}/shopify/oauthRequest?shop=second`, scenario.cookies.nobody));
    },
    send: (scenario) => consent(scenario, 'nobody'),
  },
  {
    name: 'app opened',
    as: 'merchant',
    before: () => setFaults('shopify', { withheldScopes: [] }),
    send: async () => get(`/shopify/index?${await signedQuery({ shop: SHOP, timestamp: seconds() })}`),
  },
  {
    name: 'app opened, of another shop',
    as: 'merchant',
    send: async () => get(`/shopify/index?${await signedQuery({ shop: 'third.myshopify.com', timestamp: seconds() })}`),
  },
  {
    name: 'app opened, not a shop',
    as: 'merchant',
    send: async () => get(`/shopify/index?${await signedQuery({ shop: 'evil.example', timestamp: seconds() })}`),
  },
  page('billing return, nothing confirmed', 'merchant', '/shopify/billingReturn?charge_id=1'),
];

/** The merchant connects Square. */
export const CONNECT_SQUARE: readonly Step[] = [
  page('Square consent, by another page', 'merchant', '/square/oauthRequest', { 'sec-fetch-dest': 'image' }),
  page('Square callback, without code', 'merchant', '/square/oauthCallback?state=2'),
  page('Square callback, with an unknown state', 'merchant', `/square/oauthCallback?code=1&state=${'x'.repeat(43)}`),
  {
    name: 'Square callback, with a refused code',
    as: 'merchant',
    send: async (scenario) => get(`/square/oauthCallback?code=1&state=${await freshState(scenario, 'merchant', '/square/oauthRequest')}`),
  },
  page('Square consent', 'merchant', '/square/oauthRequest'),
  { name: 'Square callback', as: 'merchant', send: (scenario) => consent(scenario, 'merchant'), settles: true },
  {
    name: 'Square callback, seller of another account',
    as: 'newcomer',
    before: async (scenario) => {
      scenario.location = await locationOf(await open(`${APP}/square/oauthRequest`, scenario.cookies.newcomer));
    },
    send: (scenario) => consent(scenario, 'newcomer'),
  },
  {
    name: 'Square callback, missing scopes',
    as: 'newcomer',
    before: async (scenario) => {
      await control('PUT', 'config', { squareSeller: 'MLSECOND' });
      await setFaults('square', { withheldScopes: ['INVENTORY_WRITE'] });
      scenario.location = await locationOf(await open(`${APP}/square/oauthRequest`, scenario.cookies.newcomer));
    },
    send: (scenario) => consent(scenario, 'newcomer'),
  },
];
