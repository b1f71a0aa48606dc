import { askSquare } from './outside';
import type { Addresses } from './sign-in';
import type { Platform } from './storm-catalog';

/** Pause between two looks at both shelves (ms). */
const LOOK_EVERY_MS = 100;

/** What a platform had before and after a moment between two times (ms since 1970); a look finds the same number twice. */
interface Fact {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

/** What is used of the shop floor's state. */
interface FloorState {
  readonly log: readonly {
    readonly id: number;
    readonly at: number;
    readonly platform: Platform;
    readonly kind: string;
    readonly detail: string;
  }[];
  readonly last: number;
  readonly rows: readonly {
    readonly sku: string;
    readonly shopify: { readonly quantity: number | null } | null;
    readonly square: { readonly id: string; readonly quantity: number | null } | null;
  }[];
}

/** The detail of an outside change in Shopify's part of the log: "GEN-000001: 12 → 11". */
const CHANGED = /^(?<sku>.+): (?<before>-?\d+) → (?<after>-?\d+)$/u;

/**
 * The true numbers of both platforms over time, recorded beside the app. Shopify: every change from outside, from the sandbox's log with its
 * time, and a look at the shelf ten times a second. Square: the same looks, and Square's own log of counts and adjustments, which has the
 * app's changes too. Nothing of it comes from the app.
 */
export class TruthRecord {
  readonly #app: Addresses;
  readonly #facts = new Map<string, Fact[]>();
  /** When a SKU was changed from outside (ms since 1970), the oldest first. */
  readonly #outside = new Map<string, number[]>();
  /** SKUs by their ids at Square. */
  readonly #variations = new Map<string, string>();
  #lastLine: number | null = null;
  #looking = true;
  #looks: Promise<void>;

  /** Starts looking. */
  constructor(app: Addresses) {
    this.#app = app;
    this.#looks = this.#keepLooking();
  }

  /** Stops looking, for example before the sandbox is killed with the app. */
  async pause(): Promise<void> {
    this.#looking = false;
    await this.#looks;
  }

  /** Looks again after `pause`. */
  resume(): void {
    this.#looking = true;
    this.#looks = this.#keepLooking();
  }

  /** Stops looking, and adds Square's log. */
  async close(): Promise<void> {
    await this.pause();
    for (const [sku, changes] of await readSquaresLog(this.#app, this.#variations)) this.#addSquaresLog(sku, changes);
  }

  /** Every number that a platform may have had for a SKU between two times (ms since 1970); more than one only close to a change. */
  had(platform: Platform, sku: string, from: number, to: number): number[] {
    const facts = valueOf(this.#facts, platform, sku);
    const earlier = facts.filter((fact) => fact.to < from);
    const later = facts.filter((fact) => fact.from > to);
    const last = earlier.reduce<Fact | null>((best, fact) => (best === null || fact.to >= best.to ? fact : best), null);
    const next = later.reduce<Fact | null>((best, fact) => (best === null || fact.from < best.from ? fact : best), null);
    const within = facts.filter((fact) => fact.to >= from && fact.from <= to);
    return [
      ...new Set([
        ...(last === null ? [] : [last.after]),
        ...within.flatMap(({ before, after }) => [before, after]),
        ...(next === null ? [] : [next.before]),
      ]),
    ];
  }

  /** When a SKU was changed from outside on a platform (ms since 1970), the oldest first. */
  changes(platform: Platform, sku: string): readonly number[] {
    return valueOf(this.#outside, platform, sku);
  }

  #keepLooking(): Promise<void> {
    const looks = this.#lookOften();
    // What fails is thrown by `pause`.
    looks.catch(() => undefined);
    return looks;
  }

  async #lookOften(): Promise<void> {
    while (this.#looking) {
      await this.#look();
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  async #look(): Promise<void> {
    const from = Date.now();
    const address = `${this.#app.sandbox}/floor/state?shelves=all&since=${this.#lastLine ?? 0}`;
    const response = await fetch(address, { headers: { connection: 'close' } });
    const { log, last, rows } = (await response.json()) as FloorState;
    const to = Date.now();
    const known = this.#lastLine;
    this.#lastLine = last;
    for (const { sku, shopify, square } of rows) {
      if (square !== null) this.#variations.set(square.id, sku);
      this.#saw('shopify', sku, shopify?.quantity, { from, to });
      this.#saw('square', sku, square?.quantity, { from, to });
    }
    // What happened before the first look is no part of the record.
    if (known === null) return;
    if ((log[0]?.id ?? known + 1) !== known + 1) throw new Error(`the log has more lines after ${known} than one look returns`);
    for (const { at, platform, kind, detail } of log) {
      const { sku, before, after } = CHANGED.exec(detail)?.groups ?? {};
      if (platform === 'shopify' && kind === 'change' && sku !== undefined)
        this.#changed('shopify', sku, at, { before: Number(before), after: Number(after) });
    }
  }

  #saw(platform: Platform, sku: string, quantity: number | null | undefined, when: Pick<Fact, 'from' | 'to'>): void {
    if (typeof quantity === 'number') valueOf(this.#facts, platform, sku).push({ ...when, before: quantity, after: quantity });
  }

  #changed(platform: Platform, sku: string, at: number, numbers: Pick<Fact, 'before' | 'after'>, outside = true): void {
    valueOf(this.#facts, platform, sku).push({ from: at, to: at, ...numbers });
    if (outside) valueOf(this.#outside, platform, sku).push(at);
  }

  /** Adds changes when Square stored them, with the numbers as they are summed up here; the last is the one that the shelf shows. */
  #addSquaresLog(sku: string, changes: readonly SquareChange[]): void {
    const stored = changes.toSorted((a, b) => a.storedAt - b.storedAt);
    const [now, shown] = [sumUp(stored), valueOf(this.#facts, 'square', sku).at(-1)?.after];
    if (now !== shown) throw new Error(`Square's log of ${sku} sums up to ${now}, its shelf shows ${String(shown)}`);
    for (let count = 1; count < stored.length; count += 1) {
      const change = stored[count];
      const [before, after] = [sumUp(stored.slice(0, count)), sumUp(stored.slice(0, count + 1))];
      if (change !== undefined) this.#changed('square', sku, change.storedAt, { before, after }, change.outside);
    }
  }
}

function valueOf<T>(all: Map<string, T[]>, platform: Platform, sku: string): T[] {
  const key = `${platform} ${sku}`;
  const found = all.get(key) ?? [];
  all.set(key, found);
  return found;
}

/** A line of Square's log: the number that was counted, or by how much an adjustment changed what is in stock. */
interface SquareChange {
  readonly storedAt: number;
  readonly occurredAt: number;
  readonly counted: number | null;
  readonly moved: number;
  /** Whether it was made at Square's till, not by an app. */
  readonly outside: boolean;
}

interface Logged {
  readonly catalog_object_id: string;
  readonly quantity: string;
  readonly occurred_at: string;
  readonly created_at: string;
  readonly source: { readonly product?: string };
}

/** A change as Square's API states it. */
interface LoggedChange {
  readonly physical_count?: Logged & { readonly state: string };
  readonly adjustment?: Logged & { readonly from_state: string; readonly to_state: string };
}

/** Reads Square's log of these variations as an outside client, by SKU. */
async function readSquaresLog(app: Addresses, variations: ReadonlyMap<string, string>): Promise<Map<string, SquareChange[]>> {
  const { locations } = await askSquare<{ locations: { id: string }[] }>(app, 'GET', '/v2/locations');
  const found = new Map<string, SquareChange[]>([...variations.values()].map((sku) => [sku, []]));
  let cursor: string | undefined;
  do {
    const page: { changes?: LoggedChange[]; cursor?: string } = await askSquare(app, 'POST', '/v2/inventory/changes/batch-retrieve', {
      catalog_object_ids: [...variations.keys()],
      location_ids: [locations[0]?.id ?? ''],
      limit: 1_000,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const change of page.changes ?? []) {
      const id = (change.physical_count ?? change.adjustment)?.catalog_object_id ?? '';
      found.get(variations.get(id) ?? '')?.push(readChange(change));
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return found;
}

function readChange({ physical_count: count, adjustment }: LoggedChange): SquareChange {
  const logged = count ?? adjustment;
  if (logged === undefined) throw new Error('Square logged neither a count nor an adjustment');
  const units = Number(logged.quantity);
  const taken = adjustment?.from_state === 'IN_STOCK' ? -units : 0;
  return {
    storedAt: Date.parse(logged.created_at),
    occurredAt: Date.parse(logged.occurred_at),
    counted: count?.state === 'IN_STOCK' ? units : null,
    moved: adjustment?.to_state === 'IN_STOCK' ? units : taken,
    outside: logged.source.product === 'SQUARE_POS',
  };
}

/** The number that changes result in, in the order in which they occurred: a count replaces the sum of those before it. */
function sumUp(changes: readonly SquareChange[]): number {
  return changes.toSorted((a, b) => a.occurredAt - b.occurredAt).reduce((units, { counted, moved }) => counted ?? units + moved, 0);
}
