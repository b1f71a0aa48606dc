import type { Source } from '../source';

/** What a platform says of our access at the moment of asking. */
export interface AccessCheck {
  readonly source: Source;
  /** `refused`: it does not let us in. `unreachable`: it did not answer, which says nothing of our access. */
  readonly state: 'ok' | 'not_connected' | 'refused' | 'unreachable' | 'missing_scopes' | 'missing_webhooks';
  /** Shop domain or Square merchant id; '' when never connected. */
  readonly name: string;
  /** As the platform states them; empty when it did not answer. */
  readonly grantedScopes: readonly string[];
  readonly missingScopes: readonly string[];
  /** Topics that should come to us and do not; null when the platform could not be asked for them. */
  readonly missingWebhooks: readonly string[] | null;
}

/** What is known of a connected platform, in numbers. */
export interface ConnectionCounts {
  readonly locations: number;
  readonly products: number;
  /** Square: variations. */
  readonly variants: number;
  /** Pairs that are being kept in step. */
  readonly activeSyncs: number;
}

/** The outcome of ending our access to a platform. `none`: there was none left. `later`: the platform cannot be reached now. */
export type Released = 'ended' | 'none' | 'later';
