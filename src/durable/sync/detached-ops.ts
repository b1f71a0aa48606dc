import type { DetachedOp } from '../../domain/sync/restart';
import type { Meta } from '../store/meta';

const NAME = 'detached-ops';

/**
 * Ops whose variants are gone from the catalog while their requests may still be repeated: a request is rebuilt to the byte from
 * all its ops, so each outlives its row until no other op of the request is open.
 */
export class DetachedOps {
  readonly #meta: Meta;

  constructor(meta: Meta) {
    this.#meta = meta;
  }

  /** Keeps the op of a stock id that no row holds any more. One that travelled alone needs no repeat. */
  keep(detached: DetachedOp): void {
    if (detached.op.count > 1) this.#meta.write(NAME, [...this.all(), detached]);
  }

  /** All that is kept. */
  all(): readonly DetachedOp[] {
    return this.#meta.read<DetachedOp[]>(NAME) ?? [];
  }

  /** Drops those whose request has none of these keys. */
  keepOnly(keys: ReadonlySet<string>): void {
    const kept = this.all();
    const needed = kept.filter(({ op }) => keys.has(op.key));
    if (needed.length === kept.length) return;
    if (needed.length === 0) this.#meta.remove(NAME);
    else this.#meta.write(NAME, needed);
  }
}
