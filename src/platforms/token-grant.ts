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
  /** A definite no: the code or refresh token is spent, expired or revoked. The merchant must consent again. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** No answer, 429, 5xx or unreadable: the old refresh token may be tried again. */
  | { readonly kind: 'failed'; readonly detail: string };

export type TokenResult = Result<TokenGrant, TokenFailure>;
