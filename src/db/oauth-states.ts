import { and, eq, gt, lte, isNull } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
import type { Db } from './database';
import { oauthStates } from './schema';

/** An OAuth request in progress, with everything that its callback must match. */
export interface OauthState {
  /** SHA-256 of the state parameter. */
  readonly stateHash: string;
  readonly platform: Source;
  /** The shop that the grant was requested for (shopify); null for square. */
  readonly shopDomain: string | null;
  /** The signed-in account that sent the request (square); null for shopify. */
  readonly account: AccountId | null;
  /** SHA-256 of the requesting browser's state cookie. */
  readonly browserHash: string;
}

/** Stores a request that is valid until `expires`. */
export async function insertOauthState(db: Db, state: OauthState, expires: Instant): Promise<void> {
  await db
    .insert(oauthStates)
    .values({ ...state, expires })
    .run();
}

/**
 * Consumes the request if a callback matches it in every point and it has not expired; otherwise returns false and
 * changes nothing. One statement, so that of two callbacks with one state exactly one gets true.
 */
export async function useOauthState(db: Db, state: OauthState, now: Instant): Promise<boolean> {
  const result = await db
    .delete(oauthStates)
    .where(
      and(
        eq(oauthStates.stateHash, state.stateHash),
        eq(oauthStates.platform, state.platform),
        state.shopDomain === null ? isNull(oauthStates.shopDomain) : eq(oauthStates.shopDomain, state.shopDomain),
        state.account === null ? isNull(oauthStates.account) : eq(oauthStates.account, state.account),
        eq(oauthStates.browserHash, state.browserHash),
        gt(oauthStates.expires, now),
      ),
    )
    .run();
  return result.meta.changes > 0;
}

/** Deletes expired requests. */
export async function pruneOauthStates(db: Db, now: Instant): Promise<void> {
  await db.delete(oauthStates).where(lte(oauthStates.expires, now)).run();
}
