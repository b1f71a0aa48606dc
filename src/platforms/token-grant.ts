import type { Instant } from '../domain/instant';
import type { Result } from '../domain/result';

/** Tokens as a platform's token endpoint granted them. Times are absolute. */
export interface TokenGrant {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Null for a token that does not expire. */
  readonly expiresAt: Instant | null;
  /** Null where the platform names no end (Square's code flow). */
  readonly refreshExpiresAt: Instant | null;
  /** Scopes as granted. */
  readonly scopes: readonly string[];
}

/** Why a token endpoint gave no tokens. */
export type TokenFailure =
  /** The platform names the grant as dead: the code or refresh token is spent, expired or revoked. The merchant must consent again. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** The platform refuses our own client id or secret, which says nothing about the grant: operators must fix it, then it is tried again. */
  | { readonly kind: 'misconfigured'; readonly detail: string }
  /** No answer, or one that names neither: the same refresh token is tried again. */
  | { readonly kind: 'failed'; readonly detail: string };

/** How long a token counts as valid where the platform's answer leaves its life out, in ms: Shopify's access tokens live an hour. */
export const DEFAULT_TOKEN_LIFE_MS = 3_600_000;

/** Whether a status can carry an OAuth refusal at all (RFC 6749, section 5.2: 400 or 401; Shopify and Square also answer 403). */
export function canRefuseGrant(status: number): boolean {
  return status === 400 || status === 401 || status === 403;
}

/** OAuth error codes that are about the client and not about the grant (RFC 6749, section 5.2). */
export const CLIENT_ERRORS: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

export type TokenResult = Result<TokenGrant, TokenFailure>;
