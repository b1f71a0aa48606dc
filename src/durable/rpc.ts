import type { AccountObject } from './account-object';
import type { AccountApi } from './api';

/** The stub of one account's object; `accountId` comes from a session or a verified webhook, never from a request's field. */
export function accountStub(namespace: DurableObjectNamespace<AccountObject>, accountId: string): AccountApi {
  return namespace.getByName(accountId);
}
