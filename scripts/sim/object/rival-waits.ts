import { otherSource, type Source } from '../../../src/domain/source';
import { WaitQueue } from '../wait-queue';
import type { Cloud } from './cloud';
import { isStockWrite, type WireAnswer, type WireRequest } from './network';
import { textOf, readJson } from './reading';
import { STEPS } from './truth';

/** A change that a write sends to a side; units are whole. */
interface Sent {
  readonly key: string;
  readonly at: number;
  readonly side: Source;
  readonly stock: string;
  readonly units: number;
  /** When the answer said that it was refused: it waits again from then on. */
  refusedAt: number | null;
}

/** Follows how long changes wait from when the account has accounted them until it sends them to the other side. */
export class Waits {
  readonly #sent: Sent[] = [];
  readonly #keys = new Set<string>();

  /** Notes a request that the account sends at `at` (ms); a repeat sends nothing new. */
  sends(request: WireRequest, at: number): void {
    if (!isStockWrite(request)) return;
    const body = readJson<Body>(request.body);
    const key = keyOf(body);
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    for (const { adjustment } of body.changes ?? []) {
      if (adjustment === undefined) continue;
      const units = Number(adjustment.quantity) * (adjustment.to_state === 'IN_STOCK' ? 1 : -1);
      this.#sent.push({ key, at, side: 'square', stock: adjustment.catalog_object_id, units, refusedAt: null });
    }
    for (const { inventoryItemId, delta } of body.variables?.input?.changes ?? [])
      this.#sent.push({ key, at, side: 'shopify', stock: inventoryItemId.replace(/^.*\//u, ''), units: delta, refusedAt: null });
  }

  /** Notes the answer to a request: a refused write has no effect. */
  answered(request: WireRequest, { status, bytes }: WireAnswer, at: number): void {
    if (!isStockWrite(request)) return;
    if (status < 400 && !new TextDecoder().decode(bytes).includes('"code":"CHANGE_FROM_QUANTITY_STALE"')) return;
    const key = keyOf(readJson<Body>(request.body));
    for (const sent of this.#sent) if (sent.key === key) sent.refusedAt = at;
  }

  /** Returns the longest wait of a variant's changes, in ms, as the delivered history states when they were accounted. */
  longest(cloud: Cloud, sku: string, stocks: Readonly<Record<Source, string>>, since: number): number {
    const { rows } = cloud.databases.shared.run(
      `select line.value ->> 1 as at, line.value -> 5 as fact from history_batches batch, json_each(batch.lines) line
        where line.value ->> 4 = ? and line.value ->> 1 >= ? order by batch.last, line.key`,
      [sku, since],
    );
    const changes = rows.flatMap((row) => {
      const fact = readJson<{ kind: string; side: Source; delta: number }>(textOf(row['fact']));
      return fact.kind === 'change'
        ? [{ at: Number(row['at']), side: otherSource(fact.side), units: fact.delta / STEPS, isSent: false }]
        : [];
    });
    const sends = this.#sent.filter(({ side, stock }) => stocks[side] === stock).map((sent) => ({ ...sent, isSent: true }));
    const returned = sends.flatMap(({ refusedAt, side, units }) =>
      refusedAt === null ? [] : [{ at: refusedAt, side, units, isSent: false }],
    );
    const steps = [...changes, ...sends, ...returned].toSorted((a, b) => a.at - b.at || Number(a.isSent) - Number(b.isSent));
    return Math.max(...(['shopify', 'square'] as const).map((side) => longestOf(steps.filter((step) => step.side === side))));
  }
}

const keyOf = (body: Body): string => body.idempotency_key ?? body.variables?.key ?? '';

interface Step {
  readonly at: number;
  readonly units: number;
  readonly isSent: boolean;
}

function longestOf(steps: readonly Step[]): number {
  const waits = new WaitQueue();
  let pending = 0;
  for (const { at, units, isSent } of steps) {
    pending += isSent ? -units : units;
    if (isSent) waits.send(units, at);
    else waits.add(units, at);
    if (pending === 0) waits.clear();
  }
  return waits.longestMs;
}

/** The parts of both platforms' stock writes that tell what is sent. */
interface Body {
  readonly idempotency_key?: string;
  readonly changes?: readonly {
    readonly adjustment?: { readonly catalog_object_id: string; readonly quantity: string; readonly to_state: string };
  }[];
  readonly variables?: {
    readonly key?: string;
    readonly input?: { readonly changes?: readonly { readonly inventoryItemId: string; readonly delta: number }[] };
  };
}
