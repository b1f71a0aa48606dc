import type { LevelReport } from '../../src/domain/inbound';
import type { Source } from '../../src/domain/source';
import type { LogAnswer, QuantitiesAnswer } from '../../src/domain/sync/engine/effects';
import {
  isUntouched,
  type ReadAnswer,
  type RefusalReason,
  type RefusedItem,
  type WriteAnswer,
  type WriteRequest,
} from '../../src/domain/sync/write';
import type { LoggedChange } from '../../src/domain/writers/logged-change';
import { CountLog } from './count-log';

/** The actual state of one item. */
interface Item {
  value: number;
  /** The platform's time of the level. */
  at: number;
  /** The platform's time of the value: older than the level's after a fulfillment at Shopify, which leaves the value alone. */
  availableAt: number;
  refusal: RefusalReason | null;
  /** Whether it was ever refused in the history. */
  everRefused: boolean;
  /** Whether the platform fails on every write that contains it. */
  poisoned: boolean;
  /** Units moved by anything but the current account's writes, and every such event with its time. */
  foreign: number;
  /** When an order or a fulfillment, and anything that left the shelf, last changed it; null before. */
  committedAt: number | null;
  committed: number;
  onHandAt: number;
  /** Units that left without an order, and units that were written as such. */
  counted: number;
  shrunk: number;
  readonly events: { readonly now: number; readonly delta: number }[];
  /** Units that the current account's writes have moved, and how many of these writes took effect. */
  own: number;
  effects: number;
  /** Previous values, for lagging replicas; kept only where some lag. */
  readonly past: ({ readonly until: number } & Readonly<Pick<Item, 'value' | 'at' | 'availableAt' | 'committedAt' | 'onHandAt'>>)[];
  readonly log: CountLog;
  /** The latest changes with their authors. */
  changes: LoggedChange[];
}

/** Who makes an outside change: the shop by a product of the platform's own, an app that copies, or another vendor's counter. */
export type SimAuthor = 'square' | 'app' | 'till';

/** The applications, as the platform's log names them. */
export const APPS = { app: { id: 'other-app', name: 'Another app' }, till: { id: 'till', name: 'A vendor’s counter' } } as const;

/** How many changes of an item the log shows at least. */
const LOGGED = 1_000;

export interface PlatformTraits {
  readonly precision: number;
  /** How far the platform's clock is behind ours, in ms. */
  readonly behindMs: number;
  readonly retentionMs: number;
  readonly lagMs: number;
  readonly counts: boolean;
  /** Whether it answers a repeat of a refused request by declaring the key dead, instead of evaluating it again. */
  readonly buriesRefusedKeys: boolean;
  /** Whether its refusals do not name the item. */
  readonly namesNoItem: boolean;
}

/** The platforms' clocks at the start of a history, in ms: no time they report is zero. */
export const BEGINNING_MS = 1_000_000_000;

/** Square refuses changes that are reported later than this after they happened, in ms. */
const TOLD_WITHIN_MS = 86_400_000;

/** One platform's actual state of all items at one location, and its memory of idempotency keys. */
export class SimPlatform {
  readonly source: Source;
  readonly items: readonly Item[];
  readonly #values: readonly number[];
  readonly #traits: PlatformTraits;
  /** Effects per key: I3 requires at most one. */
  readonly #effects = new Map<string, number>();
  readonly #answers = new Map<string, { readonly levels: readonly LevelReport[]; readonly at: number }>();
  readonly #dead = new Set<string>();
  /** Whether the token of the current connection is valid. */
  authorised = true;
  /** The prefix of the current account's keys. */
  era = '';
  writes = 0;
  twice = false;

  constructor(source: Source, values: readonly number[], traits: PlatformTraits) {
    this.source = source;
    this.#traits = traits;
    this.#values = values;
    this.items = values.map((value) => {
      const past: Item['past'] = [];
      const at = Math.floor((BEGINNING_MS - traits.behindMs) / traits.precision) * traits.precision;
      return {
        value,
        at,
        availableAt: at,
        refusal: null,
        everRefused: false,
        poisoned: false,
        foreign: 0,
        committedAt: null,
        committed: 0,
        onHandAt: at,
        counted: 0,
        shrunk: 0,
        events: [],
        own: 0,
        effects: 0,
        past,
        log: new CountLog(value),
        changes: [],
      };
    });
  }

  /** Returns the number that an item had when the history began. */
  initial(index: number): number {
    return this.#values[index] ?? 0;
  }

  /** Returns the level as the platform reports it now. */
  level(index: number): LevelReport {
    const item = this.items[index];
    return { stockId: String(index), locationId: 'place', quantity: item?.value ?? 0, at: item?.at ?? 0 };
  }

  /** Returns levels as a read finds them: as they were `lag` ms ago. */
  read(stockIds: readonly string[], now: number, lag: number): ReadAnswer {
    if (!this.authorised) return { kind: 'unauthorized' };
    const levels = stockIds.map((stockId) => {
      const level = this.level(Number(stockId));
      const before = lag === 0 ? undefined : this.items[Number(stockId)]?.past.find(({ until }) => until > now - lag);
      return before === undefined ? level : { ...level, quantity: before.value, at: before.at };
    });
    return { kind: 'levels', levels, gone: [] };
  }

  /** Adds `delta` as an outside change. */
  change(index: number, delta: number, now: number, author: SimAuthor = 'square'): void {
    const item = this.items[index];
    if (item === undefined) return;
    if (this.#traits.counts) item.log.adjust(delta, now - this.#traits.behindMs);
    this.#move(item, item.value + delta, now);
    this.#foreign(item, delta, now);
    item.onHandAt = item.at;
    item.counted += Math.max(0, -delta);
    this.#note(item, author, { kind: 'move', quantity: delta });
  }

  /** Sets the number, as an application does that mirrors one. Not for platforms that are counted after the fact. */
  set(index: number, quantity: number, now: number): void {
    const item = this.items[index];
    if (item === undefined) return;
    this.#foreign(item, quantity - item.value, now);
    this.#move(item, quantity, now);
    item.onHandAt = item.at;
    this.#note(item, 'app', { kind: 'count', quantity });
  }

  /** Hands over what was ordered: it leaves committed and on hand. */
  fulfill(index: number, units: number, now: number): void {
    const item = this.items[index];
    if (item === undefined) return;
    this.#keep(item, now);
    item.committed -= units;
    item.at = this.#time(now);
    item.committedAt = item.at;
    item.onHandAt = item.at;
  }

  /** Adds an order of `units` (negative): stock moves from available to committed. */
  order(index: number, units: number, now: number): void {
    const item = this.items[index];
    if (item === undefined) return;
    this.#move(item, item.value + units, now);
    this.#foreign(item, units, now);
    item.committed -= units;
    item.committedAt = item.at;
  }

  /** Returns three quantities of levels as they were `lag` ms ago. */
  quantities(stockIds: readonly string[], now: number, lag: number): QuantitiesAnswer {
    if (!this.authorised) return 'later';
    return new Map(
      stockIds.flatMap((stockId) => {
        const item = this.items[Number(stockId)];
        if (item === undefined) return [];
        const shown = (lag === 0 ? undefined : item.past.find(({ until }) => until > now - lag)) ?? item;
        const { value: available, availableAt, committedAt, onHandAt } = shown;
        const { committed } = item;
        return [[stockId, { available, availableAt, committed, committedAt, onHand: available + committed, onHandAt }] as const];
      }),
    );
  }

  /** Returns the log of changes since a time, as it stood `lag` ms ago. */
  logged(stockIds: readonly string[], since: number, now: number, lag: number): LogAnswer {
    if (!this.authorised) return 'later';
    const until = this.#time(now - lag);
    return new Map(
      stockIds.map((stockId) => {
        const changes = this.items[Number(stockId)]?.changes ?? [];
        return [stockId, changes.filter(({ created }) => created >= since && created <= until)];
      }),
    );
  }

  /** Returns whether more was written as shrinkage than left the other platform without an order. */
  mislabels(other: SimPlatform): boolean {
    return this.items.some(({ shrunk }, index) => shrunk > (other.items[index]?.counted ?? 0));
  }

  /** Records that the merchant counted `value` units at a time that may be in the past. */
  count(index: number, value: number, occurredAt: number, now: number): void {
    const item = this.items[index];
    if (item === undefined) return;
    item.log.count(value, occurredAt - this.#traits.behindMs);
    const delta = item.log.value - item.value;
    this.#move(item, item.log.value, now);
    this.#foreign(item, delta, now);
    this.#note(item, 'square', { kind: 'move', quantity: delta });
  }

  /** Receives a write. Shopify compares and swaps, and answers a repeat from current data; Square repeats its first answer. */
  receive(request: WriteRequest, now: number): { answer: WriteAnswer; changed: readonly number[] } {
    this.writes += 1;
    if (!this.authorised) return { answer: { kind: 'unauthorized' }, changed: [] };
    if (this.#dead.has(request.key)) return { answer: { kind: 'dead-key' }, changed: [] };
    const first = this.#answers.get(request.key);
    if (first !== undefined && now - first.at <= this.#traits.retentionMs) {
      const levels = this.source === 'shopify' ? request.changes.map(({ stockId }) => this.level(Number(stockId))) : first.levels;
      return { answer: { kind: 'applied', levels }, changed: [] };
    }
    if (request.changes.some(({ stockId }) => this.items[Number(stockId)]?.poisoned === true))
      return { answer: { kind: 'ambiguous', detail: '500' }, changed: [] };
    const items = this.#refusals(request, now);
    if (items.length > 0) {
      if (this.#traits.buriesRefusedKeys) this.#dead.add(request.key);
      return { answer: { kind: 'refused', items }, changed: [] };
    }
    const levels = request.changes.map(({ stockId, delta }) => this.#apply(request, Number(stockId), delta, now));
    for (const { stockId, delta, shrinkage } of request.changes) {
      const item = this.items[Number(stockId)];
      if (item !== undefined && shrinkage === true) item.shrunk -= delta;
    }
    this.#answers.set(request.key, { levels, at: now });
    const times = (this.#effects.get(request.key) ?? 0) + 1;
    this.#effects.set(request.key, times);
    this.twice ||= times > 1;
    return { answer: { kind: 'applied', levels }, changed: request.changes.map(({ stockId }) => Number(stockId)) };
  }

  /**
   * Returns what the log shows about our write. Shopify has no log: only a level that is unchanged since before the write proves anything.
   */
  lookUp(request: WriteRequest): readonly (boolean | null)[] | 'later' {
    if (!this.authorised) return 'later';
    if (this.source === 'square') return request.changes.map(() => this.#effects.has(request.key));
    return request.changes.map((change) => (isUntouched(this.level(Number(change.stockId)), change, request) ? false : null));
  }

  #refusals(request: WriteRequest, now: number): RefusedItem[] {
    const tooOld = this.source === 'square' && request.occurredAt < BEGINNING_MS + now - TOLD_WITHIN_MS;
    if (tooOld) return [{ index: null, reason: 'malformed' }];
    const refused: RefusedItem[] = [];
    request.changes.forEach(({ stockId, from }, index) => {
      const item = this.items[Number(stockId)];
      const stale = this.source === 'shopify' && item?.value !== from;
      const reason = item?.refusal ?? (stale ? 'stale' : null);
      if (reason !== null) refused.push({ index, reason });
    });
    const unknown = refused.find(({ reason }) => reason !== 'stale');
    return this.#traits.namesNoItem && unknown !== undefined ? [{ index: null, reason: 'other' }] : refused;
  }

  #apply(request: WriteRequest, index: number, delta: number, now: number): LevelReport {
    const item = this.items[index];
    if (item === undefined) return this.level(index);
    const absorbed = this.#traits.counts && !item.log.adjust(delta, request.occurredAt - BEGINNING_MS - this.#traits.behindMs);
    if (!absorbed) this.#move(item, item.value + delta, now);
    if (!request.key.startsWith(this.era)) {
      this.#foreign(item, absorbed ? 0 : delta, now);
      return this.level(index);
    }
    item.own += delta;
    item.onHandAt = item.at;
    item.effects += 1;
    this.#note(item, 'ours', { kind: 'move', quantity: delta });
    // A count reported late has overwritten the change: for the account, that is an outside change.
    if (absorbed) this.#foreign(item, -delta, now);
    return this.level(index);
  }

  #foreign(item: Item, delta: number, now: number): void {
    item.foreign += delta;
    item.events.push({ now, delta });
  }

  #note(item: Item, author: SimAuthor | 'ours', effect: LoggedChange['effect']): void {
    if (this.source !== 'square') return;
    const app = author === 'app' || author === 'till' ? APPS[author] : null;
    item.changes.push({ created: item.at, occurred: item.at, author: author === 'till' ? 'app' : author, app, effect });
    if (item.changes.length > 2 * LOGGED) item.changes = item.changes.slice(-LOGGED);
  }

  #time(now: number): number {
    const { precision, behindMs } = this.#traits;
    return Math.floor((BEGINNING_MS + now - behindMs) / precision) * precision;
  }

  #move(item: Item, value: number, now: number): void {
    this.#keep(item, now);
    item.value = value;
    item.at = this.#time(now);
    item.availableAt = item.at;
  }

  /** Keeps what a lagging replica still shows after a change now. */
  #keep({ past, value, at, availableAt, committedAt, onHandAt }: Item, now: number): void {
    if (this.#traits.lagMs > 0) past.push({ until: now, value, at, availableAt, committedAt, onHandAt });
  }
}
