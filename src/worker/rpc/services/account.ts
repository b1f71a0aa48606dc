import { findAccount, renameAccount, saveAlertAddress, type Account } from '../../../db/accounts';
import { isMailAddress, LONGEST_MAIL_ADDRESS } from '../../../domain/account/mail-address';
import { ok, refuse, type Answer } from '../../../domain/result';
import type { SettingsChange } from '../../../durable/api/account-api';
import type { AccountSettings } from '../../../gen/sh/account_pb';
import type { IAccountClient } from '../../../gen/sh/account_pb.client';
import { requestDeletion } from '../../accounts/request-deletion';
import type { Services } from '../../runtime/services';
import { reads, writes } from '../audit';
import type { CallerSession } from '../caller';
import { signedIn, type Methods } from '../method';
import { toAccountSettings, toAccountStatus } from '../present/account';
import { readLimit } from '../present/arguments';
import { toWatchReport } from '../present/watch';

/** Longest account name, in characters. */
const MAX_NAME = 100;

/** Variants in a page of the watch report. */
const USUAL_WATCHED = 100;
const MOST_WATCHED = 500;

/** Largest maximum update quantity, in units. */
const MAX_UPDATE = 1_000_000;

/** sh.Account: the account's state and settings. */
export const accountMethods: Methods<IAccountClient> = {
  getAccountStatus: signedIn('signed-in', reads('caller'), async ({ account, session, services }) => {
    const [state, settings] = await Promise.all([account.state(), account.settings()]);
    return ok(toAccountStatus(state, settings, session, services.billingMode));
  }),

  getAccountSettings: signedIn('signed-in', reads('caller'), async ({ account, session, services }) => {
    // Read the version first: it may then be older than the settings read after it, but never newer.
    const version = await account.settingsVersion();
    const [settings, details] = await Promise.all([account.settings(), detailsOf(services, session)]);
    return ok(toAccountSettings(details, settings, version));
  }),

  saveAccountSettings: signedIn('signed-in', writes('caller'), async ({ account, session, services }, input) => {
    const read = readSettings(input, await account.settings());
    if (!read.ok) return read;
    const { settings, name, alertAddress, version } = read.value;
    const saved = await account.saveSettings(settings, version);
    if (!saved.ok) return saved;
    const details = await detailsOf(services, session);
    const renamed = name !== details.name;
    const moved = alertAddress !== null && alertAddress !== details.alertAddress;
    if (renamed) await renameAccount(services.db, session.account.id, name);
    if (alertAddress !== null) await saveAlertAddress(services.db, session.account.id, alertAddress);
    // A read between the two writes returns only one of them: its version must not match any more.
    if (version !== undefined && (renamed || moved)) await account.saveSettings(settings, saved.value);
    return ok({});
  }),

  getWatchReport: signedIn('signed-in', reads('caller'), async ({ account }, { limit: wanted, cursor }) => {
    const limit = readLimit('limit', wanted, USUAL_WATCHED);
    if (!limit.ok) return limit;
    if (cursor !== '' && !/^\d{1,20}:[\w-]{1,100}$/u.test(cursor)) return refuse('invalid_argument', 'cursor is not the next of a page.');
    return ok(toWatchReport(await account.watchReport(Math.min(limit.value, MOST_WATCHED), cursor)));
  }),

  deleteAccount: signedIn('signed-in', writes('caller'), async ({ session, services }, input) => {
    if (session.impersonator !== null) return refuse('permission_denied', 'An account cannot be deleted while impersonating.');
    if (input.id !== '') return refuse('invalid_argument', "id must be empty: a merchant's call deletes their own account.");
    const requested = await requestDeletion(services, session.account.id, input.shopDomain);
    return requested.ok ? ok({ receipt: requested.value }) : requested;
  }),
};

/** Returns the account's name and alert address as stored now: the session's copy may be older than the settings' version. */
async function detailsOf({ db }: Services, { account }: CallerSession): Promise<Pick<Account, 'name' | 'alertAddress'>> {
  return (await findAccount(db, account.id)) ?? { name: '', alertAddress: '' };
}

interface ReadSettings {
  readonly name: string;
  readonly settings: SettingsChange;
  /** Null: unchanged. */
  readonly alertAddress: string | null;
  /** The version that the caller read; undefined: any. */
  readonly version: number | undefined;
}

/** Returns the settings to store, or what is wrong with them. Fields that the caller omits are unchanged. */
function readSettings(input: AccountSettings, before: SettingsChange): Answer<ReadSettings> {
  const name = input.accountName.trim();
  if (name === '') return refuse('invalid_argument', 'account_name is missing.');
  if (name.length > MAX_NAME) return refuse('invalid_argument', `account_name must not be longer than ${MAX_NAME} characters.`);
  const keepMaximum = !input.applyMaxQuantity && input.maxQuantityUpdate === 0;
  const maxQuantityUpdate = keepMaximum ? before.maxQuantityUpdate : input.maxQuantityUpdate;
  if (maxQuantityUpdate < 1 || maxQuantityUpdate > MAX_UPDATE) {
    return refuse('invalid_argument', `max_quantity_update must be from 1 to ${MAX_UPDATE} units.`);
  }
  const alertAddress = input.alertAddress?.trim() ?? null;
  if (alertAddress !== null && alertAddress !== '' && !isMailAddress(alertAddress)) {
    return refuse('invalid_argument', `alert_address must be one mail address of at most ${LONGEST_MAIL_ADDRESS} characters, or ''.`);
  }
  const version = readVersion(input.version);
  if (!version.ok) return version;
  return ok({
    name,
    alertAddress,
    version: version.value,
    settings: {
      applyMaxQuantity: input.applyMaxQuantity,
      maxQuantityUpdate,
      setBarcode: input.setBarcode,
      autoSync: input.autoSync ?? before.autoSync,
      ...(input.watching === undefined ? {} : { watching: input.watching }),
    },
  });
}

function readVersion(text: string | undefined): Answer<number | undefined> {
  if (text === undefined) return ok(undefined);
  if (/^\d{1,15}$/u.test(text)) return ok(Number(text));
  return refuse('invalid_argument', 'version must be the one that was read with the settings, or absent.');
}
