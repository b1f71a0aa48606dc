import type { AccountObject } from './account';
import type { BareObject } from './bare-object';

/** What the bench's Worker is bound to, beside the product's own bindings. */
export interface BenchEnv extends Omit<Env, 'ACCOUNT'> {
  readonly ACCOUNT: DurableObjectNamespace<AccountObject>;
  readonly SANDBOX: Fetcher;
  readonly BARE: DurableObjectNamespace<BareObject>;
}
