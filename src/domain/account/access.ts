import type { Source } from '../source';

/** The state of our access to a platform at the time of asking. */
export interface AccessCheck {
  readonly source: Source;
  /** `refused`: the platform rejects our access. `unreachable`: it did not answer, which shows nothing about our access. */
  readonly state: 'ok' | 'not_connected' | 'refused' | 'unreachable' | 'missing_scopes' | 'missing_webhooks';
  /** Shop domain or Square merchant id; '' when never connected. */
  readonly name: string;
  /** As the platform states them; empty when it did not answer. */
  readonly grantedScopes: readonly string[];
  readonly missingScopes: readonly string[];
  /** Missing subscriptions to required topics; null when the platform could not be asked. */
  readonly missingWebhooks: readonly string[] | null;
}

/** Counts for a connected platform. */
export interface ConnectionCounts {
  readonly locations: number;
  readonly products: number;
  /** Square: variations. */
  readonly variants: number;
  /** Pairs that are kept in sync. */
  readonly activeSyncs: number;
}

/** The outcome of ending our access to a platform. `none`: there was none left. `later`: the platform cannot be reached now. */
export type Released = 'ended' | 'none' | 'later';
