import { and, eq, isNull } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { Instant } from '../domain/instant';
import type { Db } from './database';
import { compliance } from './schema';

/** A platform's privacy request, kept as evidence. It identifies no customer. */
export interface ComplianceRequest {
  readonly received: Instant;
  /** `customers/data_request`, `customers/redact` or `shop/redact`. */
  readonly topic: string;
  readonly account: AccountId;
  readonly shopDomain: string;
  /** The platform's number of the request; '' where it provides none. */
  readonly request: string;
  /** Null while it is in progress. */
  readonly completed: Instant | null;
  readonly outcome: string;
}

/** Stores a request. */
export async function insertCompliance(db: Db, request: ComplianceRequest): Promise<void> {
  await db.insert(compliance).values(request).run();
}

/** Records that the account's open requests were fulfilled. */
export async function completeCompliance(db: Db, accountId: AccountId, now: Instant, outcome: string): Promise<void> {
  await db
    .update(compliance)
    .set({ completed: now, outcome })
    .where(and(eq(compliance.account, accountId), isNull(compliance.completed)))
    .run();
}
