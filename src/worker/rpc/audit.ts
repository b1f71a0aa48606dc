/** Where a call states which account it is about: a field, the caller's own session, or nowhere. */
export type SubjectField = 'id' | 'account_id' | 'domain' | 'merchant_id' | 'caller' | 'none';

/**
 * What the audit log records of a method. `write`: it changes something; recorded where an operator's right is used, or while
 * impersonating. `read`: it shows one customer's data; recorded where an operator's right is used. `unaudited`: it shows
 * numbers, names of tasks, the audit log itself, or what the caller needs to sign in; never recorded.
 */
export interface Audit {
  readonly kind: 'read' | 'write' | 'unaudited';
  readonly subject: SubjectField;
}

/** The audit of a method that changes something of its subject. */
export const writes = (subject: SubjectField): Audit => ({ kind: 'write', subject });

/** The audit of a method that shows its subject's data. */
export const reads = (subject: SubjectField): Audit => ({ kind: 'read', subject });

/** The audit of a method that is never recorded. */
export const UNAUDITED: Audit = { kind: 'unaudited', subject: 'none' };
