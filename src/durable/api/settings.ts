import type { Instant } from '../../domain/instant';

/** What the merchant has set. */
export interface AccountSettings {
  readonly applyMaxQuantity: boolean;
  /** Whole units, at least 1. */
  readonly maxQuantityUpdate: number;
  readonly setBarcode: boolean;
  readonly autoSync: boolean;
  /** The merchant only watches: nothing is sent, and changes are not passed on. */
  readonly watching: boolean;
  /** When syncing was started after watching: what happened before is not passed on. Null: it was never watched, or still is. */
  readonly watchedUntil: Instant | null;
}

/** The settings that a person saves; without `watching`, that is unchanged. */
export type SettingsChange = Omit<AccountSettings, 'watching' | 'watchedUntil'> & { readonly watching?: boolean };
