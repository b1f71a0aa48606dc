import { and, eq, gt, lte, isNull } from 'drizzle-orm';

import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
import type { Db } from './database';
import { oauthStates } from './schema';

/** An OAuth request under way, by everything that its callback must match. */
export interface OauthState {
  /** SHA-256 of the state parameter. */
  readonly stateHash: string;
  readonly platform: Source;
  /** The shop that the grant was asked for (shopify); null for square. */
  readonly shopDomain: string | null;
  /** The signed-in account that asked (square); null for shopify. */
  readonly account: number | null;
  /** SHA-256 of the asking browser's state cookie. */
  readonly browserHash: string;
}

/** Stores a request that is good until `expires`. */
export async function insertOauthState(db: Db, state: OauthState, expires: Instant): Promise<void> {
  await db
    .insert(oauthStates)
    .values({ ...state, expires })
    .run();
}

/**
 * Uses the request up if a callback matches it in every point and it has not expired; false, and nothing is changed,
 * otherwise. One statement, so that of two callbacks with one state exactly one is answered true.
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

/** Deletes requests that nobody answered in time. */
export async function pruneOauthStates(db: Db, now: Instant): Promise<void> {
  await db.delete(oauthStates).where(lte(oauthStates.expires, now)).run();
}
