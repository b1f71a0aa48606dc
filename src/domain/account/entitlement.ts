import type { Instant } from '../instant';

/** Whether the product may be used, as billing knows it. */
export interface Entitlement {
  /** True when a subscription is active or billing is off. */
  readonly subscribed: boolean;
  /** Access runs until then though not subscribed; null when there is none. */
  readonly accessEnds: Instant | null;
}

/** The one word for all doors, screens and the engine: subscribed, or access still runs. */
export function isEntitled(entitlement: Entitlement, now: Instant): boolean {
  return entitlement.subscribed || (entitlement.accessEnds !== null && entitlement.accessEnds > now);
}
