import type { ShopifyContext } from '../context';
import { gid } from '../gid';
import { stateTime } from '../wording';

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
export class BulkNode {
  readonly __typename = 'BulkOperation';
  readonly #context: ShopifyContext;
  readonly #row: BulkRow;
  readonly type = 'QUERY';

  constructor(context: ShopifyContext, row: BulkRow) {
    this.#context = context;
    this.#row = row;
  }

  get id(): string {
    return gid('BulkOperation', this.#row.id);
  }

  get status(): string {
    return this.#row.status;
  }

  get errorCode(): string | null {
    return this.#row.error_code;
  }

  get query(): string {
    return this.#row.query;
  }

  get createdAt(): string {
    return stateTime(this.#context.world, this.#row.created_at);
  }

  get completedAt(): string | null {
    return this.#row.completed_at === null ? null : stateTime(this.#context.world, this.#row.completed_at);
  }

  get objectCount(): string {
    return String(this.#row.objects);
  }

  get rootObjectCount(): string {
    return String(this.#row.roots);
  }

  get fileSize(): string | null {
    return this.#row.status === 'COMPLETED' && this.#row.bytes > 0 ? String(this.#row.bytes) : null;
  }

  /** null while it runs, and for an empty result. */
  get url(): string | null {
    return this.#row.status === 'COMPLETED' && this.#row.bytes > 0 ? this.#file : null;
  }

  get partialDataUrl(): string | null {
    return this.#row.status === 'FAILED' && this.#row.bytes > 0 ? this.#file : null;
  }

  get #file(): string {
    return `${this.#context.origin}/shopify/bulk/${this.#row.id}.jsonl?signature=${this.#row.secret}`;
  }
}
