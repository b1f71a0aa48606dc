import type { AlertPage } from '../../../gen/sh/operations_pb';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** Alerts a page. */
export const PAGE_SIZE = 100;

/** The present page of alerts. */
export const alertsAtom = atom<Query<AlertPage>>(idleQuery);

/** What the address says about the list. */
export interface AlertsQuery {
  /** An account's number; '' for all. */
  readonly account: string;
  /** Those that last alone. */
  readonly openOnly: boolean;
  readonly cursor: string;
}

/** Reads the list's state from the address. */
export function readAlertsQuery(params: URLSearchParams): AlertsQuery {
  return { account: params.get('account') ?? '', openOnly: params.get('open') === 'true', cursor: params.get('cursor') ?? '' };
}

/** The address of a state of the list. */
export function writeAlertsQuery({ account, openOnly, cursor }: AlertsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (account !== '') params.set('account', account);
  if (openOnly) params.set('open', 'true');
  if (cursor !== '') params.set('cursor', cursor);
  return params;
}
