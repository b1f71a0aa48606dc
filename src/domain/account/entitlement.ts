import type { Instant } from '../instant';

/** Whether the product may be used, according to billing. */
export interface Entitlement {
  /** True when a subscription is active or billing is off. */
  readonly subscribed: boolean;
  /** When access ends although the account is not subscribed; null when there is no such access. */
  readonly accessEnds: Instant | null;
}

/**
 * Returns whether the account is subscribed or its access has not ended. All routes, screens and the engine use this
 * one check.
 */
export function isEntitled(entitlement: Entitlement, now: Instant): boolean {
  return entitlement.subscribed || (entitlement.accessEnds !== null && entitlement.accessEnds > now);
}
