import { gid } from '../gid';
import { stateTime } from '../wording';
import { RowNode } from './row-node';

/** One row of shopify_bulk. */
export type BulkRow = {
  id: number;
  shop: string;
  app: string;
  version: string;
  scopes: string;
  query: string;
  status: string;
  error_code: string | null;
  created_at: number;
  completed_at: number | null;
  cursor: string | null;
  objects: number;
  roots: number;
  bytes: number;
  secret: string;
  /** The fault that affects it; '' for none. */
  fault: '' | 'failed' | 'partial';
};

/** `BulkOperation`. */
export class BulkNode extends RowNode<BulkRow> {
  readonly __typename = 'BulkOperation';
  readonly type = 'QUERY';

  get id(): string {
    return gid('BulkOperation', this.row.id);
  }

  get status(): string {
    return this.row.status;
  }

  get errorCode(): string | null {
    return this.row.error_code;
  }

  get query(): string {
    return this.row.query;
  }

  get completedAt(): string | null {
    return this.row.completed_at === null ? null : stateTime(this.context.world, this.row.completed_at);
  }

  get objectCount(): string {
    return String(this.row.objects);
  }

  get rootObjectCount(): string {
    return String(this.row.roots);
  }

  get fileSize(): string | null {
    return this.row.status === 'COMPLETED' && this.row.bytes > 0 ? String(this.row.bytes) : null;
  }

  /** null while it runs, and for an empty result. */
  get url(): string | null {
    return this.row.status === 'COMPLETED' && this.row.bytes > 0 ? this.#file : null;
  }

  get partialDataUrl(): string | null {
    return this.row.status === 'FAILED' && this.row.bytes > 0 ? this.#file : null;
  }

  get #file(): string {
    return `${this.context.origin}/shopify/bulk/${this.row.id}.jsonl?signature=${this.row.secret}`;
  }
}
