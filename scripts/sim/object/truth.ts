import type { PackSizes } from '../../../src/domain/sync/pack-size';
import type { Platform } from './outside';

/** Whole units times 100,000, as the product counts. */
export const STEPS = 100_000;

/** The precision of a platform's level times, in ms. */
export const TICK_MS = { shopify: 1_000, square: 1 } as const;

/** An outside change, in steps. */
export interface OutsideChange {
  readonly platform: Platform;
  readonly stock: string;
  readonly delta: number;
  readonly at: number;
  /** When the account object had taken in a webhook that carries it; null until then. */
  reportedAt: number | null;
}

/** A change of stock at the paired location as the sandbox made it, in steps. */
export interface Move {
  readonly platform: Platform;
  readonly stock: string;
  readonly delta: number;
  readonly at: number;
  readonly by: 'app' | 'outside';
}

/** Something that may change or end links, with the time it was done on a platform or requested in the app. */
export interface Edit {
  readonly at: number;
  readonly what: string;
  /** Stock ids it concerns, as `platform:stock`; null for all. */
  readonly stocks: readonly string[] | null;
}

/** A pair of stock ids that the account kept linked from `from` to `to` (ms; infinite while it is linked). */
export interface LinkInterval {
  readonly shopify: string;
  readonly square: string;
  /** Its SKU at the start. */
  readonly sku: string;
  /** Every SKU it has had: history lines use the SKU of their time. */
  readonly skus: Set<string>;
  readonly from: number;
  to: number;
}

/** A period in which changes may stay where they were made, with a reason that the merchant sees. */
export interface Reset {
  readonly from: number;
  to: number;
  readonly what: string;
  /** As in `Edit`. */
  readonly stocks: readonly string[] | null;
}

/**
 * A number that the merchant set for a linked pair, in steps. It counts from `from`, when the merchant started, or from `to` at the latest.
 */
export interface MerchantSet {
  readonly shopify: string;
  readonly square: string;
  readonly quantity: number;
  readonly from: number;
  to: number;
  /** When the call was last made, in ms: it is repeated while the account is unreachable. */
  calledAt: number;
  /** When it was answered, in ms; infinite until then. */
  answeredAt: number;
  accepted: boolean;
}

/** A product created on both platforms, one after the other: its variant's stock ids, '' until there is one. */
export interface Arrival extends Record<Platform, string> {
  /** The first number of both, in steps. */
  readonly quantity: number;
  /** When each side got it, in ms. */
  readonly numberedAt: Record<Platform, number>;
  /** When the account object had taken in a report of it; infinite until then. */
  readonly reportedAt: Record<Platform, number>;
}

/** A pair of which one side is sold in packs, with what customers did since it was linked. Whole units. */
export interface PackedPair extends Readonly<Record<Platform, string>> {
  readonly sku: string;
  readonly packs: PackSizes;
  readonly began: Readonly<Record<Platform, number>>;
  readonly changed: Record<Platform, number>;
  /** The merchant has linked it, and the link has read both numbers. */
  hasBegun: boolean;
}

/** Everything that actually happened in a history, as the simulation itself recorded it. */
export class Truth {
  readonly changes: OutsideChange[] = [];
  readonly moves: Move[] = [];
  readonly edits: Edit[] = [];
  readonly links: LinkInterval[] = [];
  readonly resets: Reset[] = [];
  readonly sets: MerchantSet[] = [];
  /** The pairs of which one side is sold in packs: they are judged on their own. */
  readonly packed: PackedPair[] = [];
  /** Stock ids that the app itself created, with the stock id each is a copy of, as `platform:stock`. */
  readonly made = new Map<string, string>();
  /**
   * Those of them that were not linked when the copy was over, or whose copy failed, as the merchant was told: their link starts from what
   * is read, and a variant that nobody has counted has no number until it sells.
   */
  readonly unlinkedCopies = new Set<string>();
  /** Stock ids (`platform:stock`) whose product the app accepted to copy to the other side. */
  readonly copyRequests = new Set<string>();
  /** Stock ids (`platform:stock`) whose product was archived or a draft for a while: it is not linked anew meanwhile. */
  readonly archived = new Set<string>();
  /** Stock ids that were deleted, with the time. */
  readonly deleted = new Map<string, number>();
  /** When the tracking of a stock id (`platform:stock`) was turned off, in ms. */
  readonly untracked: { readonly stock: string; readonly at: number }[] = [];
  readonly arrivals: Arrival[] = [];
  /** SKUs that a stock id (`platform:stock`) was given on its platform, linked or not. */
  readonly skusGiven = new Map<string, Set<string>>();
  /** Stock ids (`platform:stock`) whose SKU the merchant changed in the app: the end of their link is no surprise. */
  readonly asked = new Set<string>();
  readonly alerts: string[] = [];
  /** Defects of the sandbox itself: what they answered was no answer of a platform. */
  readonly sandboxDefects: string[] = [];
  /** When a platform refused the account's tokens, in ms. */
  readonly disconnections: { readonly platform: Platform; readonly from: number; to: number }[] = [];
  /** Writes of stock: when they were sent (ms), their bodies, and whether a fault affected the request or its response. */
  readonly writes: { readonly at: number; readonly body: string; readonly troubled: boolean }[] = [];
  /** The platforms whose writes operators have paused, as the account confirmed; whether a pause is in progress; what was sent anyway. */
  readonly paused = new Set<Platform>();
  pausing = false;
  readonly sentWhilePaused: string[] = [];
  /** The largest lag of reads while the history plays, in ms. */
  readLagMs = 0;
  /** When the account's instance died, and when it was reachable again, in ms. */
  readonly kills: { readonly at: number; readonly backAt: number }[] = [];
  /** The number of the app's requests that write stock and reached a platform, whatever the response. */
  stockWrites = 0;

  /** Records the pairs that the account keeps linked now. */
  linked(pairs: readonly { readonly shopify: string; readonly square: string; readonly sku: string }[], now: number): void {
    const keys = new Set(pairs.map(({ shopify, square }) => `${shopify} ${square}`));
    for (const link of this.links) if (link.to === Infinity && !keys.has(`${link.shopify} ${link.square}`)) link.to = now;
    for (const pair of pairs) {
      const present = this.links.find((link) => link.to === Infinity && link.shopify === pair.shopify && link.square === pair.square);
      if (present !== undefined) present.skus.add(pair.sku);
      else this.links.push({ ...pair, skus: new Set([pair.sku]), from: this.links.length === 0 ? 0 : now, to: Infinity });
    }
  }

  /** Returns whether a link ended after one of its sides was no longer tracked. */
  endedUntracked(link: LinkInterval): boolean {
    return this.#untrackedBetween(link, link.from, link.to);
  }

  /**
   * Returns whether a side of a copy's link was not tracked for a while between the copy's creation and the link: what is counted meanwhile is
   * setup, so such a link starts from what is read.
   */
  startedUntracked(link: LinkInterval): boolean {
    const copies = keysOf(link).filter((key) => this.made.has(key));
    const created = this.moves.find(({ platform, stock, by }) => by === 'app' && copies.includes(stockKey(platform, stock)));
    return this.#untrackedBetween(link, created?.at ?? 0, link.from);
  }

  #untrackedBetween(link: LinkInterval, from: number, to: number): boolean {
    return this.untracked.some(({ stock, at }) => keysOf(link).includes(stock) && at >= from && at <= to);
  }

  /** Records that a webhook with a level as of `at` (ms, rounded down by the platform) was taken in at `now`. */
  reported(platform: Platform, { stock, at, quantity }: { stock: string; at: number; quantity: number }, now: number): void {
    for (const change of this.changes) {
      if (change.platform === platform && change.stock === stock && change.reportedAt === null && change.at < at + TICK_MS[platform])
        change.reportedAt = now;
    }
    for (const arrival of this.arrivals) {
      if (arrival[platform] === stock && arrival.quantity === quantity)
        arrival.reportedAt[platform] = Math.min(arrival.reportedAt[platform], now);
    }
  }
}

/** Returns the name of a stock id across platforms. */
export const stockKey = (platform: Platform, stock: string): string => `${platform}:${stock}`;

const keysOf = ({ shopify, square }: LinkInterval): readonly string[] => [stockKey('shopify', shopify), stockKey('square', square)];
