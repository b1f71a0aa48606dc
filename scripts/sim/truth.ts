import { STEPS_PER_UNIT } from '../../src/domain/quantity';
import { otherSource, SOURCES, type Source } from '../../src/domain/source';
import { NEVER_STATED, type LinkedLevel } from '../../src/domain/sync/linked-level';
import type { PackSizes } from '../../src/domain/sync/pack-size';
import type { SimPlatform } from './platform';

/** What is known of one direction of one linked level since the account last started over. */
interface Way {
  /** The range of the other side's events in which the start may be: those before are not passed on, those after are. */
  from: number;
  to: number;
  /** Units of our own writes before the start. */
  own: number;
  effects: number;
  /** Units that are no longer owed, by an explicit decision. */
  forgiven: number;
}

/** A number set by the merchant, and which events the account's read of the levels may or may not have included. */
interface Beginning {
  readonly to: number;
  readonly from: Readonly<Record<Source, number>>;
  readonly until: Readonly<Record<Source, number>>;
}

/** What actually happened, seen from outside the account: judges what our writes should add up to. */
export class Truth {
  readonly #platforms: Readonly<Record<Source, SimPlatform>>;
  readonly #ways: Readonly<Record<Source, Way[]>>;
  readonly #seen: { shopify: number | null; square: number | null }[];
  readonly #known: boolean[];
  readonly #packs: readonly PackSizes[];
  /** Numbers that the merchant has set: from then on, both sides are that number plus what happened since. */
  readonly #set = new Map<number, Beginning>();
  readonly #granted = new Map<number, number>();
  readonly #wished = new Map<number, Readonly<Record<Source, number>>>();

  constructor(platforms: Readonly<Record<Source, SimPlatform>>, packs: readonly PackSizes[]) {
    const cells = packs.length;
    this.#platforms = platforms;
    this.#packs = packs;
    const way = (): Way => ({ from: 0, to: 0, own: 0, effects: 0, forgiven: 0 });
    this.#ways = { shopify: Array.from({ length: cells }, way), square: Array.from({ length: cells }, way) };
    this.#seen = Array.from({ length: cells }, () => ({ shopify: null, square: null }));
    this.#known = Array.from({ length: cells }, () => true);
  }

  /** Reduces what is owed to a side by `units`. */
  forgive(key: number, side: Source, units: number): void {
    const way = this.#ways[side][key];
    if (way !== undefined && this.#known[key] === true) way.forgiven += units;
  }

  /** Starts over: what happens from now on must be passed on once both levels are known. */
  startOver(forgets: boolean): void {
    for (const side of SOURCES) {
      this.#ways[side].forEach((way, key) => {
        const item = this.#platforms[side].items[key];
        way.own = item?.own ?? 0;
        way.effects = item?.effects ?? 0;
        way.forgiven = 0;
        way.from = forgets ? this.#events(otherSource(side), key) : 0;
        way.to = this.#events(otherSource(side), key);
      });
    }
    this.#set.clear();
    this.#wished.clear();
    this.#seen.forEach((seen, key) => {
      Object.assign(seen, { shopify: null, square: null });
      this.#known[key] = false;
    });
  }

  /** Records that both levels are known: the start is in the past. */
  known(key: number): void {
    if (this.#known[key] === true) return;
    this.#known[key] = true;
    for (const side of SOURCES) {
      const way = this.#ways[side][key];
      if (way !== undefined) way.to = this.#events(otherSource(side), key);
    }
  }

  /** Records a set request: the levels that it is applied to are read after the moment `since`. */
  wished(key: number, since: number): void {
    const before = (side: Source): number => this.#platforms[side].items[key]?.events.filter(({ now }) => now <= since).length ?? 0;
    this.#wished.set(key, { shopify: before('shopify'), square: before('square') });
  }

  /** Records that a set request was applied: what is owed now is what brings both sides to its number. */
  set(key: number, to: number): void {
    const until = this.#now(key);
    // A side that had not reported any number may need a second write once it has.
    this.#granted.set(key, (this.#granted.get(key) ?? 0) + 2);
    this.#set.set(key, { to, from: this.#wished.get(key) ?? until, until });
    for (const side of SOURCES) {
      const way = this.#ways[side][key];
      if (way !== undefined) way.forgiven = 0;
    }
  }

  /** Records that a part of a unit is no longer held: with another part that was owed meanwhile, it may take a write of its own. */
  released(key: number): void {
    this.#granted.set(key, (this.#granted.get(key) ?? 0) + 1);
  }

  #now(key: number): Readonly<Record<Source, number>> {
    return { shopify: this.#events('shopify', key), square: this.#events('square', key) };
  }

  /** I5: returns whether the platform time of a linked level never went back. */
  ordered(key: number, cell: LinkedLevel): boolean {
    const seen = this.#seen[key];
    if (seen === undefined) return true;
    let ordered = true;
    for (const side of SOURCES) {
      const now = cell[side].observedAt;
      const before = seen[side];
      if (before === NEVER_STATED && now !== NEVER_STATED) this.#stated(side, key);
      ordered &&= before === null || (now !== null && now >= before);
      seen[side] = now;
    }
    return ordered;
  }

  /** Records the first read of a side that had a number only from the merchant: what happened before the read is part of the value read. */
  #stated(side: Source, key: number): void {
    const beginning = this.#set.get(key);
    if (beginning === undefined) return;
    this.#set.set(key, { ...beginning, until: { ...beginning.until, [side]: this.#events(side, key) } });
  }

  /** I4: returns whether more of our writes took effect than there were changes to pass on. */
  wroteTooOften(side: Source, key: number): boolean {
    const way = this.#ways[side][key];
    const effects = (this.#platforms[side].items[key]?.effects ?? 0) - (way?.effects ?? 0);
    return effects > this.#events(otherSource(side), key) - (way?.from ?? 0) + (this.#granted.get(key) ?? 0);
  }

  /** I2: returns what is wrong with a linked level at the end, '' when nothing is. */
  verdict(key: number, cell: LinkedLevel): string {
    for (const side of SOURCES) {
      if (this.#platforms[side].level(key).quantity !== cell[side].accounted) return `I2: cell ${key} of ${side} is accounted wrong`;
      const way = this.#ways[side][key];
      if (way === undefined) continue;
      const beginning = this.#set.get(key);
      if (beginning !== undefined) {
        const number = (cell[side].accounted ?? 0) + cell[side].pending + way.forgiven;
        if (!this.#mayBe(number, key, side, beginning))
          return `I2: cell ${key} of ${side} is not what the merchant set and what happened since`;
        continue;
      }
      const moved = (this.#platforms[side].items[key]?.own ?? 0) - way.own + cell[side].pending + way.forgiven;
      if (!this.#moves(side, key, way).includes(moved)) {
        return `I2: ${side} of cell ${key} was moved by ${moved / STEPS_PER_UNIT}, which is not what happened on the other side`;
      }
    }
    return '';
  }

  /** Returns by how much a side may have been moved: the other side's events, in this side's units, counted from each possible start. */
  #moves(side: Source, key: number, { from, to }: Way): number[] {
    const other = otherSource(side);
    const all = this.#sums(other, key, 0, 0)[0] ?? 0;
    // What the other side had without our writes, which take and bring whole packs there.
    const last = this.#platforms[other].initial(key) + all;
    return this.#sums(other, key, from, to).map((sum) => this.#worth(key, other, last) - this.#worth(key, other, last - sum));
  }

  /** Returns what a side's number is worth on the other side: whole packs, where the two count different units. */
  #worth(key: number, side: Source, number: number): number {
    const [own, others] = [this.#packs[key]?.[side] ?? 1, this.#packs[key]?.[otherSource(side)] ?? 1];
    if (own === 1 && others === 1) return number;
    return own > 1 ? own * whole(number) : whole(number / others);
  }

  #mayBe(number: number, key: number, side: Source, { to, from, until }: Beginning): boolean {
    const other = otherSource(side);
    const size = this.#packs[key]?.[side] ?? 1;
    const others = this.#sums(other, key, from[other], until[other]);
    return this.#sums(side, key, from[side], until[side]).some((own) =>
      others.some((sum) => {
        // A side of packs starts from the whole packs of the number that was set, in pieces.
        if (size > 1) return number === own + whole((to + sum) / size);
        const begun = to / (this.#packs[key]?.[other] ?? 1);
        return number === to + own + this.#worth(key, other, whole(begun) + sum) - this.#worth(key, other, whole(begun));
      }),
    );
  }

  /** Returns the possible sums of an item's events, counted from each of a range of starts. */
  #sums(side: Source, key: number, from: number, until: number): number[] {
    const events = this.#platforms[side].items[key]?.events ?? [];
    const sums: number[] = [];
    let sum = 0;
    for (let index = events.length; index >= from; index -= 1) {
      if (index <= until) sums.push(sum);
      sum += events[index - 1]?.delta ?? 0;
    }
    return sums;
  }

  #events(side: Source, key: number): number {
    return this.#platforms[side].items[key]?.events.length ?? 0;
  }
}

/** Returns the whole units of a number, rounded down. */
function whole(number: number): number {
  return Math.floor(number / STEPS_PER_UNIT) * STEPS_PER_UNIT;
}
