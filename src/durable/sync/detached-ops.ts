import type { DetachedOp } from '../../domain/sync/restart';
import type { Meta } from '../store/meta';

const NAME = 'detached-ops';

/**
 * Stores ops whose variants are gone from the catalog while their requests may still be repeated: a request is rebuilt byte for byte from
 * all its ops, so each outlives its row until no other op of the request is open.
 */
export class DetachedOps {
  readonly #meta: Meta;

  constructor(meta: Meta) {
    this.#meta = meta;
  }

  /** Keeps the op of a stock ID that no row holds anymore. An op that was alone in its request needs no repeat. */
  keep(detached: DetachedOp): void {
    if (detached.op.count > 1) this.#meta.write(NAME, [...this.all(), detached]);
  }

  /** Returns all kept ops. */
  all(): readonly DetachedOp[] {
    return this.#meta.read<DetachedOp[]>(NAME) ?? [];
  }

  /** Drops the ops whose request has none of these keys. */
  keepOnly(keys: ReadonlySet<string>): void {
    const kept = this.all();
    const needed = kept.filter(({ op }) => keys.has(op.key));
    if (needed.length === kept.length) return;
    if (needed.length === 0) this.#meta.remove(NAME);
    else this.#meta.write(NAME, needed);
  }
}
