import type { RealWorld } from '../../support/worker-harness';
import type { Facts } from './facts';

/** A call of a method that shows what it does. */
export interface Sample {
  /** Who calls; the merchant unless said otherwise. `other` is another merchant, whose account may come to harm. */
  readonly as?: 'nobody' | 'other' | 'operator' | 'impersonator';
  /** The message as JSON. The facts are the caller's own; an operator's are the merchant's. `time` counts calls from 0. */
  readonly message: (facts: Facts, time: number) => object;
  /** Brings about what the call needs, before each time. */
  readonly before?: (world: RealWorld) => Promise<void>;
  /** Fields that differ from call to call, by their path, and what each must look like. */
  readonly varies?: Readonly<Record<string, RegExp>>;
  /** The code that it is rightly refused with in this world. */
  readonly fails?: string;
  /** It changes what other calls rest on: called after all others, those with a higher number after those with a lower one. */
  readonly last?: 1 | 2 | 3;
}

/** By `sh.Service/Method`. */
export type Samples = Readonly<Record<string, Sample>>;
