import type { AlertPage } from '../../../gen/sh/operations_pb';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** Alerts per page. */
export const PAGE_SIZE = 100;

/** The current page of alerts. */
export const alertsAtom = atom<Query<AlertPage>>(idleQuery);

/** The state of the list in the URL. */
export interface AlertsQuery {
  /** An account's number; '' for all. */
  readonly account: string;
  /** Only alerts that are not resolved. */
  readonly openOnly: boolean;
  readonly cursor: string;
}

/** Reads the state of the list from the URL. */
export function readAlertsQuery(params: URLSearchParams): AlertsQuery {
  return { account: params.get('account') ?? '', openOnly: params.get('open') === 'true', cursor: params.get('cursor') ?? '' };
}

/** Writes a state of the list for the URL. */
export function writeAlertsQuery({ account, openOnly, cursor }: AlertsQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (account !== '') params.set('account', account);
  if (openOnly) params.set('open', 'true');
  if (cursor !== '') params.set('cursor', cursor);
  return params;
}
