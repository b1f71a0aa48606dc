import type { Source } from '../../domain/source';
import { sourceName } from '../../domain/source';
import type { TokenFailure } from '../../platforms/token-grant';
import type { ErrorPage } from './page';

const UNCHANGED = 'Nothing was changed, and no data was sent anywhere.';

function startAgain(platform: Source, shop: string | null): ErrorPage['action'] {
  if (platform === 'square') return { path: '/square/oauthRequest', label: 'Connect Square again' };
  return shop === null
    ? { path: '/', label: 'Back to sign-in' }
    : { path: `/shopify/oauthRequest?shop=${encodeURIComponent(shop)}`, label: 'Sign in again' };
}

/** For a sign-in whose `shop` is no shop domain. */
export const INVALID_SHOP: ErrorPage = {
  status: 400,
  title: 'That is not a Shopify shop domain',
  happened: 'A shop domain looks like my-store.myshopify.com: letters, digits, and hyphens, then .myshopify.com.',
  safe: UNCHANGED,
  todo: 'Go back and enter the domain that your Shopify admin shows under Settings, Domains.',
  action: { path: '/', label: 'Back to sign-in' },
};

/** For a background request to a route that only a click or a redirect may open. */
export const NOT_A_NAVIGATION: ErrorPage = {
  status: 403,
  title: 'This address opens only as a page',
  happened: 'Another page tried to load this address in the background.',
  safe: UNCHANGED,
  todo: 'Open Shelfbridge and start from there.',
  action: { path: '/', label: 'Open Shelfbridge' },
};

/** For an address that starts too many sign-ins. */
export const TOO_OFTEN: ErrorPage = {
  status: 429,
  title: 'Too many sign-ins within a minute',
  happened: 'Your network started too many sign-ins within a minute.',
  safe: UNCHANGED,
  todo: 'Wait a minute, then try again.',
  action: { path: '/', label: 'Back to sign-in' },
};

/** For an address that sends too many requests. */
export const TOO_MANY_REQUESTS: ErrorPage = {
  status: 429,
  title: 'Too many requests within a minute',
  happened: 'Your network sent more requests within a minute than Shelfbridge allows.',
  safe: UNCHANGED,
  todo: 'Wait a minute, then try again.',
  action: { path: '/', label: 'Open Shelfbridge' },
};

/** For a route that needs a signed-in account. */
export const NOT_SIGNED_IN: ErrorPage = {
  status: 401,
  title: 'Sign in first',
  happened: 'You are not signed in, or your session has ended.',
  safe: UNCHANGED,
  todo: 'Sign in with your Shopify shop, then connect Square from there.',
  action: { path: '/', label: 'Go to sign-in' },
};

/** For a signed address whose signature is wrong or missing. */
export const BAD_SIGNATURE: ErrorPage = {
  status: 401,
  title: 'We could not verify this request',
  happened: 'The address does not carry a valid signature from Shopify. It may have been altered or shortened on the way.',
  safe: UNCHANGED,
  todo: 'Start again from Shelfbridge, or open the app from your Shopify admin.',
  action: { path: '/', label: 'Back to sign-in' },
};

/** For a signed address that is too old. */
export const STALE_CALLBACK: ErrorPage = {
  status: 400,
  title: 'This sign-in link is too old',
  happened: 'Shopify issued this link some time ago, and it is valid only briefly.',
  safe: UNCHANGED,
  todo: 'Start the sign-in again.',
  action: { path: '/', label: 'Back to sign-in' },
};

/** Returns the page for a callback that lacks a parameter the platform always sends. */
export function incompleteCallback(platform: Source): ErrorPage {
  return {
    status: 400,
    title: 'This link is incomplete',
    happened: `${sourceName(platform)} did not send everything that is needed to finish connecting.`,
    safe: UNCHANGED,
    todo: 'Start again from the beginning.',
    action: startAgain(platform, null),
  };
}

/** Returns the page for a state that is unknown, used, too old, or from another browser. */
export function wrongState(platform: Source): ErrorPage {
  return {
    status: 403,
    title: 'This link is not from your sign-in',
    happened: 'It was already used, is older than 10 minutes, or was started in another browser or by another account.',
    safe: UNCHANGED,
    todo: 'Start again in this browser, and allow cookies for this site.',
    action: startAgain(platform, null),
  };
}

/** Returns the page for a merchant who declined on the platform's consent page. */
export function consentDenied(platform: Source): ErrorPage {
  const name = sourceName(platform);
  return {
    status: 403,
    title: `${name} was not connected`,
    happened: `Access was declined on ${name}'s page.`,
    safe: `Nothing was changed: Shelfbridge cannot read or write anything at ${name} without your consent.`,
    todo: `If that was not your intention, try again and allow access. Shelfbridge needs it to keep stock in sync.`,
    action: platform === 'square' ? { path: '/onboard', label: 'Back to setup' } : startAgain(platform, null),
  };
}

/** Returns the page for a grant that lacks permissions; nothing of it is stored. `scopes` are the platform's names. */
export function missingScopes(platform: Source, shop: string | null, scopes: readonly string[]): ErrorPage {
  const name = sourceName(platform);
  return {
    status: 403,
    title: `${name} did not grant every permission`,
    happened: `Shelfbridge cannot keep your stock in sync without these permissions at ${name}: ${scopes.join(', ')}.`,
    safe: `${name} was not connected, and your stock is unchanged.`,
    todo: 'Try again and grant all the permissions that Shelfbridge asks for.',
    action: startAgain(platform, shop),
  };
}

/** Returns the page for a code that brought no tokens. */
export function noTokens(platform: Source, shop: string | null, failure: TokenFailure): ErrorPage {
  switch (failure.kind) {
    case 'refused':
      return exchangeRefused(platform, shop);
    case 'misconfigured':
      return credentialsRefused(platform, shop);
    case 'failed':
      return platformDown(platform, shop);
  }
}

/** Returns the page for our own client id or secret being refused, which the merchant cannot fix. */
function credentialsRefused(platform: Source, shop: string | null): ErrorPage {
  const name = sourceName(platform);
  return {
    status: 503,
    title: `Shelfbridge cannot connect to ${name} right now`,
    happened: `${name} does not accept Shelfbridge's own credentials at the moment. This is our error, not a problem with your account.`,
    safe: UNCHANGED,
    todo: 'Try again later. If it keeps happening, send us the reference below.',
    action: startAgain(platform, shop),
  };
}

/** Returns the page for a code that the platform refused. */
function exchangeRefused(platform: Source, shop: string | null): ErrorPage {
  const name = sourceName(platform);
  return {
    status: 502,
    title: `${name} did not complete the connection`,
    happened: `${name} did not accept this authorization. An authorization works once, within a few minutes.`,
    safe: UNCHANGED,
    todo: 'Try again. If it keeps happening, send us the reference below.',
    action: startAgain(platform, shop),
  };
}

/** Returns the page for a platform that cannot be reached. */
export function platformDown(platform: Source, shop: string | null): ErrorPage {
  const name = sourceName(platform);
  return {
    status: 503,
    title: `${name} cannot be reached`,
    happened: `${name} did not answer just now. This is usually over in a few minutes.`,
    safe: 'Your consent was not stored, and nothing else was changed.',
    todo: 'Try again in a moment.',
    action: startAgain(platform, shop),
  };
}

/** Returns the page for granted tokens that the account's object could not store. */
export function notStored(platform: Source, shop: string | null): ErrorPage {
  return {
    status: 503,
    title: 'We could not finish connecting',
    happened: `${sourceName(platform)} agreed, but Shelfbridge could not store the connection just now.`,
    safe: 'Your stock is unchanged on both platforms.',
    todo: 'Try again in a moment.',
    action: startAgain(platform, shop),
  };
}

/** For a Square merchant that another account has. */
export const SQUARE_TAKEN: ErrorPage = {
  status: 409,
  title: 'This Square account is connected to another shop',
  happened: 'A Square account can sync with one Shopify shop at a time, and another Shelfbridge account already uses this one.',
  safe: 'The other connection keeps working, and nothing was stored for this one.',
  todo: 'Choose another Square account, or disconnect this one in the other Shelfbridge account first.',
  action: { path: '/onboard', label: 'Back to setup' },
};

/** For an unexpected error. */
export const OUR_FAULT: ErrorPage = {
  status: 500,
  title: 'Something went wrong on our side',
  happened: 'An unexpected error occurred while Shelfbridge handled this request.',
  safe: 'Your stock was not changed. The error has been recorded.',
  todo: 'Try again. If it keeps happening, send us the reference below.',
  action: { path: '/', label: 'Open Shelfbridge' },
};

/** For an unknown address. */
export const NO_SUCH_PAGE: ErrorPage = {
  status: 404,
  title: 'Page not found',
  happened: 'Shelfbridge has no page at this address.',
  safe: UNCHANGED,
  todo: 'Open Shelfbridge and continue from there.',
  action: { path: '/', label: 'Open Shelfbridge' },
};

/** For when the shared database or the account's object is not available. */
export const NOT_NOW: ErrorPage = {
  status: 503,
  title: 'Shelfbridge is not available at the moment',
  happened: 'Shelfbridge cannot reach its own data at the moment. This is usually over in a few minutes.',
  safe: 'Stock keeps syncing in the meantime.',
  todo: 'Try again in a moment.',
  action: { path: '/', label: 'Open Shelfbridge' },
};

/** For a page that only operators may open. */
export const OPERATORS_ONLY: ErrorPage = {
  status: 403,
  title: 'Only operators may open this page',
  happened: 'You are not signed in as an operator of this installation.',
  safe: UNCHANGED,
  todo: "Sign in with an operator's shop, then open this address again.",
  action: { path: '/', label: 'Go to sign-in' },
};

/** Nobody is signed in who could download an account. */
export const SIGN_IN_TO_EXPORT: ErrorPage = {
  status: 401,
  title: 'Sign in to download your data',
  happened: 'You are not signed in.',
  safe: UNCHANGED,
  todo: 'Sign in, then choose Download all data on the page My Account.',
  action: { path: '/', label: 'Go to sign-in' },
};

/** The account to download is not this merchant's, or there is none. */
export const NO_SUCH_EXPORT: ErrorPage = {
  status: 404,
  title: 'There is nothing to download here',
  happened: 'This address belongs to no account that you may download.',
  safe: UNCHANGED,
  todo: 'Choose Download all data on the page My Account.',
  action: { path: '/', label: 'Open Shelfbridge' },
};

/** For a receipt that belongs to no deletion. */
export const NO_SUCH_RECEIPT: ErrorPage = {
  status: 404,
  title: 'No deletion has this receipt',
  happened: 'No account with this receipt was deleted here.',
  safe: UNCHANGED,
  todo: "Check the receipt: it is the SHA-256 of the shop's myshopify.com domain in lower case, as 64 hexadecimal digits.",
  action: { path: '/', label: 'Open Shelfbridge' },
};
