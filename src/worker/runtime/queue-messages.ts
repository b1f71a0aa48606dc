import type { InboundEvent, InboundOwner, Receipt } from '../../domain/inbound';

/** A wake-up for a task's row in D1; losing one loses no work. */
export interface TaskMessage {
  readonly task: number;
}

/** A verified webhook whose account object could not be reached, reduced to the fields that are needed. */
export interface EventMessage {
  readonly owner: InboundOwner;
  readonly event: InboundEvent;
  readonly receipt: Receipt;
}
