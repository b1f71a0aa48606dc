import { otherSource } from '../../domain/source';
import type { CopyRow } from '../../domain/sync/bulk-change';
import type { Host } from '../account/host';
import type { Copy, CopyItem } from '../api/edits-api';
import { BulkChangeStore } from './bulk-change-store';

/** Copies that end within this time, from the same platform and by the same person, are one bulk change, in ms. */
const RUN_MS = 3_600_000;

/**
 * Keeps a copy that has ended as rows of a bulk change, which cannot be undone. A copy that has created nothing does not begin one: the progress of the
 * copies says why. Part of the turn that ends it.
 */
export function keepCopy(host: Pick<Host, 'db' | 'now'>, copy: Copy): void {
  const { source, body } = copy;
  const rows = body.items.map((item) => rowOf(copy, item));
  const store = new BulkChangeStore(host.db);
  const begun = store.since(host.now() - RUN_MS).find(({ kind, key, by }) => kind === 'copy' && key === source && by === body.by);
  if (begun === undefined && rows.every(({ state }) => state !== 'set')) return;
  store.append(begun ?? store.add({ at: host.now(), by: body.by, kind: 'copy', key: source }), rows);
}

function rowOf({ source, body }: Copy, { stockId, sku, name, state, problem }: CopyItem): CopyRow {
  const isMade = state === 'made' || state === 'linked';
  const why = state === 'present' ? 'It was there already.' : state === 'waiting' ? body.problem : '';
  return {
    kind: 'copy',
    source: otherSource(source),
    id: stockId,
    sku,
    product: body.productName,
    name,
    state: isMade ? 'set' : 'refused',
    problem: problem === '' ? why : problem,
    isFinal: true,
  };
}
