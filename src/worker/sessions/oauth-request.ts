import { insertOauthState, useOauthState } from '../../db/oauth-states';
import type { AccountId } from '../../domain/account/account-id';
import type { Source } from '../../domain/source';
import type { Services } from '../runtime/services';
import { readCookie, stateCookie, stateCookieName } from './cookies';
import { hashOpaque, isOpaque, newOpaque } from './opaque';

/** How long a merchant may take on the platform's consent page. */
const STATE_MS = 10 * 60_000;

/** The subject of a consent: a shop that signs in, or a signed-in account that connects Square. */
export type GrantSubject =
  | { readonly platform: 'shopify'; readonly shopDomain: string }
  | { readonly platform: 'square'; readonly account: AccountId };

export type OauthRequestDeps = Pick<Services, 'db' | 'local' | 'now'>;

/**
 * Starts an OAuth request: returns the state parameter, and the cookie that binds it to this browser. A browser that already has such a
 * cookie keeps it, so that a second tab does not break the first.
 */
export async function startOauth(
  deps: OauthRequestDeps,
  subject: GrantSubject,
  cookies: string | null,
): Promise<{ readonly state: string; readonly setCookie: string }> {
  const state = newOpaque();
  const held = readCookie(cookies, stateCookieName(subject.platform));
  const browser = isOpaque(held) ? held : newOpaque();
  await insertOauthState(deps.db, await rowOf(subject, state, browser), deps.now() + STATE_MS);
  return { state, setCookie: stateCookie(subject.platform, browser, deps.local) };
}

/** Whether a callback answers a request that this browser made for this subject, for the first time and in time. */
export async function endOauth(deps: OauthRequestDeps, subject: GrantSubject, state: string, cookies: string | null): Promise<boolean> {
  const browser = readCookie(cookies, stateCookieName(subject.platform));
  if (!isOpaque(state) || !isOpaque(browser)) return false;
  return useOauthState(deps.db, await rowOf(subject, state, browser), deps.now());
}

async function rowOf(subject: GrantSubject, state: string, browser: string): Promise<Parameters<typeof insertOauthState>[1]> {
  const [stateHash, browserHash] = await Promise.all([hashOpaque(state), hashOpaque(browser)]);
  const platform: Source = subject.platform;
  return {
    stateHash,
    browserHash,
    platform,
    shopDomain: subject.platform === 'shopify' ? subject.shopDomain : null,
    account: subject.platform === 'square' ? subject.account : null,
  };
}
