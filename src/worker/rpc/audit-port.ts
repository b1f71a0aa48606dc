import type { AccountId } from '../../domain/account/account-id';
import type { NamedIds } from './named-ids';

/** One entry of the audit log. */
export interface AuditRecord {
  /** The operator's own account, also while they impersonate. */
  readonly actor: AccountId;
  /** The account acted on; null when there is none, or it does not exist. */
  readonly subject: AccountId | null;
  /** `sh.Service/Method`. */
  readonly method: string;
  readonly detail: NamedIds;
  /** `begun`; then `ok`, or the code of the refusal. */
  readonly result: string;
}

/** The audit log, append-only. */
export interface AuditLog {
  /** Returns the account that a call names, by id, shop domain or Square merchant id; null when there is none. */
  subject(by: 'account' | 'shop' | 'merchant', name: string): Promise<AccountId | null>;
  /** Throws when the entry could not be stored. */
  write(entry: AuditRecord): Promise<void>;
}
