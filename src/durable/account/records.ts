import { formatAccountId } from '../../domain/account/account-id';
import type { AccountIdentity, AccountSettings, Entitlement } from '../api/account-api';
import type { Meta } from '../store/meta';

/** The account's own small records, stored in `meta` and cached in memory. */
export interface Records {
  /** Null before the account was opened. */
  shopDomain(): string | null;
  /** Stores whose account this is, once. Throws for another shop than before. */
  open(identity: AccountIdentity): void;
  settings(): AccountSettings;
  setSettings(settings: AccountSettings): void;
  /** Increases with every save of the settings. */
  settingsVersion(): number;
  entitlement(): Entitlement;
  setEntitlement(entitlement: Entitlement): void;
  /** Number of the current combination of connections and pair. */
  epoch(): number;
  nextEpoch(): void;
}

/** The identity as `meta` stores it: the account's number is decimal text. */
type StoredIdentity = Omit<AccountIdentity, 'accountId'> & { readonly accountId: string };

/** Settings of a new account: no maximum, barcodes left unchanged, syncing as soon as it is entitled. */
const FIRST_SETTINGS: AccountSettings = {
  applyMaxQuantity: false,
  maxQuantityUpdate: 100,
  setBarcode: false,
  autoSync: true,
  watching: false,
  watchedUntil: null,
};

/** Creates the `Records` over an object's `meta`. */
export function openRecords(meta: Meta): Records {
  let identity = meta.read<StoredIdentity>('identity');
  let settings = { ...FIRST_SETTINGS, ...meta.read<AccountSettings>('settings') };
  let settingsVersion = meta.read<number>('settings-version') ?? 0;
  let entitlement = meta.read<Entitlement>('entitlement') ?? { subscribed: false, accessEnds: null };
  let epoch = meta.read<number>('epoch') ?? 1;
  return {
    shopDomain: () => identity?.shopDomain ?? null,
    open: ({ accountId, shopDomain }) => {
      // Only a shared database that was restored to an earlier moment gives one shop's number to another (docs/operations.md).
      if (identity !== null && identity.shopDomain !== shopDomain) throw new Error('this account object belongs to another shop');
      if (identity !== null) return;
      identity = { accountId: formatAccountId(accountId), shopDomain };
      meta.write('identity', identity);
    },
    settings: () => settings,
    setSettings: (next) => {
      settings = next;
      settingsVersion += 1;
      meta.write('settings', next);
      meta.write('settings-version', settingsVersion);
    },
    settingsVersion: () => settingsVersion,
    entitlement: () => entitlement,
    setEntitlement: (next) => {
      entitlement = next;
      meta.write('entitlement', next);
    },
    epoch: () => epoch,
    nextEpoch: () => {
      epoch += 1;
      meta.write('epoch', epoch);
    },
  };
}
