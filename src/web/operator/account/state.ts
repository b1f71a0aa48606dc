import type { AccountDetail, AppScopes, WebhookSubscriptionList } from '../../../gen/sh/admin_pb';
import type { AccountHearing, AccountTask, AccountTaskList, AuditPage, FleetAccount } from '../../../gen/sh/operations_pb';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** How often the visible health and tasks are loaded again, in ms: as a rule, while a task is active, and while loading fails. */
export const IDLE_MS = 15_000;
export const ACTIVE_MS = 2000;
export const FAILED_MS = 60_000;

/** One account in detail, and the data of its page's panels and sections. */
export const accountAtom = atom<Query<AccountDetail>>(idleQuery);
export const healthAtom = atom<Query<FleetAccount>>(idleQuery);
export const tasksAtom = atom<Query<AccountTaskList>>(idleQuery);
export const webhooksAtom = atom<Query<WebhookSubscriptionList>>(idleQuery);
export const deliveryAtom = atom<Query<AccountHearing>>(idleQuery);
export const scopesAtom = atom<Query<AppScopes>>(idleQuery);
export const auditAtom = atom<Query<AuditPage>>(idleQuery);

/** Returns whether a task is queued or running. */
export function hasActiveTask(tasks: readonly AccountTask[]): boolean {
  return tasks.some(({ state }) => state === 'queued' || state === 'running');
}

/** A scope, and whether the merchant granted it. */
export interface ScopeRow {
  readonly scope: string;
  readonly granted: boolean;
}

/** Returns all granted and requested scopes, sorted, without duplicates. */
export function scopeRows({ grantedScopes, desiredScopes }: AppScopes): readonly ScopeRow[] {
  const granted = new Set(grantedScopes);
  return [...new Set([...grantedScopes, ...desiredScopes])].toSorted().map((scope) => ({ scope, granted: granted.has(scope) }));
}
