import type { InboundEvent, InboundOwner, Receipt } from '../../domain/inbound';

/** A wake-up for a task's row in D1; losing it loses nothing. */
export interface TaskMessage {
  readonly task: number;
}

/** A verified webhook whose account object could not be reached, reduced to what it needs. */
export interface EventMessage {
  readonly owner: InboundOwner;
  readonly event: InboundEvent;
  readonly receipt: Receipt;
}
