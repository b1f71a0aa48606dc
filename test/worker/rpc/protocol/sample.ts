import type { RealWorld } from '../../support/worker-harness';
import type { Facts } from './facts';

/** A call of a method that shows what it does. */
export interface Sample {
  /** The caller; the merchant by default. `other` is another merchant, whose account may be damaged. */
  readonly as?: 'nobody' | 'other' | 'operator' | 'impersonator';
  /** The message as JSON. The facts are the caller's own; an operator's are the merchant's. `time` counts calls from 0. */
  readonly message: (facts: Facts, time: number) => object;
  /** Prepares what the call needs, before each call. */
  readonly before?: (world: RealWorld) => Promise<void>;
  /** Fields that differ from call to call, by their path, and what each must look like. */
  readonly varies?: Readonly<Record<string, RegExp>>;
  /** The code of the refusal that is correct in this harness. */
  readonly fails?: string;
  /** The call changes what other calls depend on: it runs after all others, and a higher number runs after a lower one. */
  readonly last?: 1 | 2 | 3 | 4;
}

/** By `sh.Service/Method`. */
export type Samples = Readonly<Record<string, Sample>>;
