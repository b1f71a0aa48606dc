import { callRequest, type Caller, type SentRequest, type Step } from '../support/steps';

const ORIGIN = 'https://app.shelfbridge.example';

/** Addresses of a deployment, which a local start does not have. */
const DEPLOYED = { APP_ORIGIN: ORIGIN, WEBHOOK_ORIGIN: ORIGIN };

/** A rate limit that is used up. */
const USED_UP: RateLimit = { limit: () => Promise.resolve({ success: false }) };

const deployed = (name: string, as: Caller, request: SentRequest, bindings: object = {}): Step => ({
  name: `deployed, ${name}`,
  as,
  send: () => ({ ...request, bindings: { ...DEPLOYED, ...bindings } }),
});

const get = (path: string): SentRequest => ({ method: 'GET', path });
const SESSION_DATA = callRequest('sh.Session/GetSessionData', {}, 'json');

/** What differs from a local start: secure cookies, strict transport, rate limits, settings that are missing. */
export const DEPLOYMENT: readonly Step[] = [
  deployed('sign-in', 'nobody', get('/shopify/oauthRequest?shop=demo')),
  deployed('Square consent', 'merchant', get('/square/oauthRequest')),
  deployed('app opened', 'merchant', get('/shopify/index')),
  deployed('a call', 'merchant', SESSION_DATA),
  deployed('a call from our origin', 'merchant', { ...SESSION_DATA, headers: { ...SESSION_DATA.headers, origin: ORIGIN } }),
  deployed('a call from another origin', 'merchant', {
    ...SESSION_DATA,
    headers: { ...SESSION_DATA.headers, origin: 'http://localhost:8787' },
  }),
  { ...deployed('health', 'nobody', get('/healthz')), masked: ['version'] },
  deployed('a missing file', 'nobody', get('/assets/missing.js')),
  deployed('too many calls', 'merchant', SESSION_DATA, { CALLS: USED_UP }),
  deployed('too many requests', 'merchant', get('/signout'), { CALLS: USED_UP }),
  deployed('too many sign-ins', 'nobody', get('/shopify/oauthRequest?shop=demo'), { DOORS: USED_UP }),
  deployed('not set up', 'nobody', get('/healthz'), { STATUS_SECRET: '', SQUARE_CLIENT_ID: '', MAIL_FROM: 'nobody' }),
  deployed('sign out', 'merchant', get('/signout')),
];
