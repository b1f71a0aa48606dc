import type { AccountStatus } from '../../../gen/sh/account_pb';

/** Whether nothing is written to any variant, because another app was proven to change the stock of several. */
export function isAllOnHold(status: AccountStatus): boolean {
  return status.allOnHold;
}
