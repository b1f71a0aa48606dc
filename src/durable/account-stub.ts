import { formatAccountId, type AccountId } from '../domain/account/account-id';
import type { AccountObject } from './account-object';
import type { AccountApi } from './api/account-api';

/** Thrown when a call to an account's object threw: the object is gone, overloaded or broken, and the call may have taken effect. */
export class AccountUnreachable extends Error {
  override readonly name = 'AccountUnreachable';
}

/** Returns the stub of one account's object. `accountId` comes from a session or a verified webhook, never from a request field. */
export function accountStub(namespace: DurableObjectNamespace<AccountObject>, accountId: AccountId): AccountApi {
  return orUnreachable(namespace.getByName(formatAccountId(accountId)));
}

/** Wraps an object so that its calls throw `AccountUnreachable`, with the original error as the cause. */
export function orUnreachable(api: AccountApi): AccountApi {
  return new Proxy(api, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]): Promise<unknown> => {
        try {
          return await Reflect.apply(member, target, args);
        } catch (thrown) {
          throw new AccountUnreachable('an account’s object did not answer', { cause: thrown });
        }
      };
    },
  });
}
