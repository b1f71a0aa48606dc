import type { AuditPage } from '../../../gen/sh/operations_pb';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** Entries a page. */
export const PAGE_SIZE = 100;

/** The present page of the audit. */
export const auditAtom = atom<Query<AuditPage>>(idleQuery);

/** What the address says about the list; '' where it says nothing. */
export interface AuditQuery {
  /** The customer acted on: an account's number. */
  readonly account: string;
  /** The operator's shop domain. */
  readonly actor: string;
  /** `sh.Service/Method` or a part of it. */
  readonly method: string;
  readonly cursor: string;
}

const FIELDS = ['account', 'actor', 'method', 'cursor'] as const;

/** Reads the list's state from the address. */
export function readAuditQuery(params: URLSearchParams): AuditQuery {
  const read = (name: string): string => params.get(name)?.trim() ?? '';
  return { account: read('account'), actor: read('actor'), method: read('method'), cursor: read('cursor') };
}

/** The address of a state of the list. */
export function writeAuditQuery(query: AuditQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const field of FIELDS) if (query[field] !== '') params.set(field, query[field]);
  return params;
}
