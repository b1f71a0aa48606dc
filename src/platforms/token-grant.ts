import type { Instant } from '../domain/instant';
import type { Result } from '../domain/result';

/** Tokens that a platform's token endpoint granted. Times are absolute. */
export interface TokenGrant {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Null for a token that does not expire. */
  readonly expiresAt: Instant | null;
  /** Null where the platform states no expiry (Square's code flow). */
  readonly refreshExpiresAt: Instant | null;
  /** Scopes as granted. */
  readonly scopes: readonly string[];
}

/** Why a token endpoint granted no tokens. */
export type TokenFailure =
  /** The platform rejects the grant: the code or refresh token is used, expired or revoked. The merchant must consent again. */
  | { readonly kind: 'refused'; readonly detail: string }
  /**
   * The platform refuses our own client id or secret, which shows nothing about the grant: operators must fix it, then
   * it is tried again.
   */
  | { readonly kind: 'misconfigured'; readonly detail: string }
  /** No answer, or one that indicates neither: the same refresh token is tried again. */
  | { readonly kind: 'failed'; readonly detail: string };

/** Token lifetime in ms if the platform's answer omits it: Shopify's access tokens are valid for an hour. */
export const DEFAULT_TOKEN_LIFE_MS = 3_600_000;

/**
 * Returns whether a status can be an OAuth refusal at all (RFC 6749, section 5.2: 400 or 401; Shopify and Square also
 * answer 403).
 */
export function canRefuseGrant(status: number): boolean {
  return status === 400 || status === 401 || status === 403;
}

/** OAuth error codes about the client, not about the grant (RFC 6749, section 5.2). */
export const CLIENT_ERRORS: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

export type TokenResult = Result<TokenGrant, TokenFailure>;
