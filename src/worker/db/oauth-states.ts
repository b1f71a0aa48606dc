import { eq, lt } from 'drizzle-orm';

import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { Db } from './database';
import { oauthStates } from './schema';

/** An OAuth request under way. */
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
  readonly expires: Instant;
}

/** Stores a request. */
export async function insertOauthState(db: Db, state: OauthState): Promise<void> {
  await db.insert(oauthStates).values(state).run();
}

/** Takes the request out, so that it is answered once; null when there is none. The caller judges whether it fits. */
export async function takeOauthState(db: Db, stateHash: string): Promise<OauthState | null> {
  return (await db.delete(oauthStates).where(eq(oauthStates.stateHash, stateHash)).returning().get()) ?? null;
}

/** Reads the request without using it up; null when there is none. */
export async function peekOauthState(db: Db, stateHash: string): Promise<OauthState | null> {
  return (await db.select().from(oauthStates).where(eq(oauthStates.stateHash, stateHash)).get()) ?? null;
}

/** Deletes requests that nobody answered in time. */
export async function pruneOauthStates(db: Db, now: Instant): Promise<void> {
  await db.delete(oauthStates).where(lt(oauthStates.expires, now)).run();
}
