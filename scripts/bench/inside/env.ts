import type { AccountObject } from './account';
import type { BareObject } from './bare-object';

/** The bindings of the bench's Worker, in addition to the product's own. */
export interface BenchEnv extends Omit<Env, 'ACCOUNT'> {
  readonly ACCOUNT: DurableObjectNamespace<AccountObject>;
  readonly SANDBOX: Fetcher;
  readonly BARE: DurableObjectNamespace<BareObject>;
}
