import type { NamedIds } from './named-ids';

/** One entry of the audit. */
export interface AuditRecord {
  /** The operator's own account, also while he impersonates. */
  readonly actor: { readonly accountId: string };
  /** The account acted on; null when none, or none that there is. */
  readonly subject: string | null;
  /** `sh.Service/Method`. */
  readonly method: string;
  readonly detail: NamedIds;
  /** `begun`; then `ok`, or the code it was refused with. */
  readonly result: string;
}

/** The audit, append only. */
export interface AuditLog {
  /** The account that a call names: by id, shop domain or Square merchant id; null when there is none. */
  subject(by: 'account' | 'shop' | 'merchant', name: string): Promise<string | null>;
  /** Throws when the entry could not be stored. */
  write(entry: AuditRecord): Promise<void>;
}
