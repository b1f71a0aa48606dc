import type { AccountDetail, AppScopes, WebhookSubscriptionList } from '../../../gen/sh/admin_pb';
import type { AccountHearing, AccountTask, AccountTaskList, AuditPage, FleetAccount } from '../../../gen/sh/operations_pb';
import { formatCount } from '../../shared/formats';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** How often health and tasks in sight are asked for anew, in ms: often while a task goes on, rarely while that fails. */
export const RESTING_MS = 15_000;
export const WORKING_MS = 2000;
export const FAILING_MS = 60_000;

/** One customer in detail, and what is shown beside it. */
export const accountAtom = atom<Query<AccountDetail>>(idleQuery);
export const healthAtom = atom<Query<FleetAccount>>(idleQuery);
export const tasksAtom = atom<Query<AccountTaskList>>(idleQuery);
export const webhooksAtom = atom<Query<WebhookSubscriptionList>>(idleQuery);
export const hearingAtom = atom<Query<AccountHearing>>(idleQuery);
export const scopesAtom = atom<Query<AppScopes>>(idleQuery);
export const deedsAtom = atom<Query<AuditPage>>(idleQuery);

/** Said where something was asked of an account and none is named. */
export const NO_ACCOUNT = 'no account specified';
/** Asked before Square is used although access to it is missing. */
export const SQUARE_QUESTION = 'You may not have square access. Are you sure?';

/** How many orders, or that it is not known: without the permission to read orders a platform does not say. */
export function ordersText(available: boolean, orders: number): string {
  return available ? formatCount(orders) : 'not available';
}

/** Whether any task goes on or waits to. */
export function isWorking(tasks: readonly AccountTask[]): boolean {
  return tasks.some(({ state }) => state === 'queued' || state === 'running');
}

/** A scope, and whether the merchant granted it. */
export interface ScopeRow {
  readonly scope: string;
  readonly granted: boolean;
}

/** Every scope that was granted or is wished for, sorted, none twice. */
export function scopeRows({ grantedScopes, desiredScopes }: AppScopes): readonly ScopeRow[] {
  const granted = new Set(grantedScopes);
  return [...new Set([...grantedScopes, ...desiredScopes])].toSorted().map((scope) => ({ scope, granted: granted.has(scope) }));
}
