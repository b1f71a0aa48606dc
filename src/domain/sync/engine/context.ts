import type { Instant } from '../../instant';
import type { Source } from '../../source';
import type { PastChange } from '../../writers/change-rates';
import type { BackoffLimits } from '../backoff';
import type { LinkedLevel } from '../linked-level';
import type { Rules } from '../observe';

/** A variant as the engine needs it: its stock ids, whether it is linked, and its level. */
export interface LevelEntry {
  /** Number of the row that holds the variant now. A stock id may move to another row; a row may be deleted. */
  readonly key: number;
  /** Shopify's inventory item number and Square's variation id; null where the variant does not exist. */
  readonly stock: Readonly<Record<Source, string | null>>;
  readonly sku: string;
  /** The variant exists and is tracked on both sides: deltas pass. Otherwise its numbers are only recorded. */
  readonly linked: boolean;
  readonly level: LinkedLevel;
}

/** The account's levels, as the engine reads and changes them. */
export interface Levels {
  byKey(key: number): LevelEntry | null;
  /** Returns the variant that holds a platform's stock id. */
  byStock(source: Source, stockId: string): LevelEntry | null;
  /** Sets an entry's next level; stored with the turn. */
  put(key: number, level: LinkedLevel): void;
}

/** What is known about other apps that change the account's stock; read again each time. */
export interface WriterCases {
  /** True while nothing may be written to this variant, because another app copies its changes. What is pending waits. */
  isHeld(entry: LevelEntry): boolean;
  /** True when the merchant has said that other apps' changes of this variant are real: nothing is tested. */
  isTrusted(entry: LevelEntry): boolean;
  /** Returns the changes from outside of both sides since then, by our clock, the oldest first: from the journal. Asked seldom. */
  history(entry: LevelEntry, since: Instant): readonly PastChange[];
}

/** What the engine needs to know about its account; read again each time. */
export interface EngineContext {
  /** The merchant's settings and entitlement. */
  rules(): Omit<Rules, 'now' | 'linked'>;
  /** False while the platform's token is missing or refused, or no location pair is chosen. */
  connected(source: Source): boolean;
  /** The paired location's id on a platform; '' when there is no pair. */
  locationId(source: Source): string;
  /** Number of the current connections and location pair; grows when older ops must never be sent again. */
  epoch(): number;
  /** Returns until when a write of an ended epoch may still change a quantity, so that it cannot be read before; 0, or absent: none may. */
  landsUntil?(source: Source, stockId: string): Instant;
  now(): Instant;
  /** Returns a new idempotency key. */
  uuid(): string;
  /** Returns a number from 0 to 1. */
  random(): number;
  readonly backoff: BackoffLimits;
  /** How many changes one request may carry. */
  readonly batch: Readonly<Record<Source, number>>;
  /** Absent: the engine does not look for other apps that copy changes. */
  readonly writers?: WriterCases;
}
