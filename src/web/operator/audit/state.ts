import type { AuditPage } from '../../../gen/sh/operations_pb';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** Entries per page. */
export const PAGE_SIZE = 100;

/** The current page of the audit log. */
export const auditAtom = atom<Query<AuditPage>>(idleQuery);

/** The state of the list in the URL; '' where the URL has no value. */
export interface AuditQuery {
  /** The account acted on, by its number. */
  readonly account: string;
  /** The operator's shop domain. */
  readonly actor: string;
  /** `sh.Service/Method` or a part of it. */
  readonly method: string;
  readonly cursor: string;
}

const FIELDS = ['account', 'actor', 'method', 'cursor'] as const;

/** Reads the state of the list from the URL. */
export function readAuditQuery(params: URLSearchParams): AuditQuery {
  const read = (name: string): string => params.get(name)?.trim() ?? '';
  return { account: read('account'), actor: read('actor'), method: read('method'), cursor: read('cursor') };
}

/** Writes a state of the list for the URL. */
export function writeAuditQuery(query: AuditQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const field of FIELDS) if (query[field] !== '') params.set(field, query[field]);
  return params;
}
