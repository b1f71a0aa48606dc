import { isMailAddress, LONGEST_MAIL_ADDRESS } from '../../../domain/account/mail-address';
import { ok, refuse, type Answer } from '../../../domain/result';
import type { AccountSettings as StoredSettings } from '../../../durable/api';
import type { AccountSettings } from '../../../gen/sh/account_pb';
import type { IAccountClient } from '../../../gen/sh/account_pb.client';
import { signedIn, type Handlers } from '../handler';
import { toAccountSettings, toAccountStatus } from '../present/account';

/** Longest account name, in characters. */
const MAX_NAME = 100;

/** Largest maximum update quantity, in units. */
const MAX_UPDATE = 1_000_000;

/** sh.Account: the account's state and settings. */
export const accountHandlers: Handlers<IAccountClient> = {
  getAccountStatus: signedIn(async ({ account, session, ports }) => {
    const [state, settings] = await Promise.all([account.state(), account.settings()]);
    return ok(toAccountStatus(state, settings, session, ports.config));
  }),

  getAccountSettings: signedIn(async ({ account, session, ports }) => {
    const [settings, alertAddress] = await Promise.all([account.settings(), ports.accounts.alertAddress(session.accountId)]);
    return ok(toAccountSettings(session.accountName, settings, alertAddress));
  }),

  saveAccountSettings: signedIn(async ({ account, session, ports }, input) => {
    const read = readSettings(input, await account.settings());
    if (!read.ok) return read;
    const saved = await account.saveSettings(read.value.settings);
    if (!saved.ok) return saved;
    if (read.value.name !== session.accountName) await ports.accounts.rename(session.accountId, read.value.name);
    if (read.value.alertAddress !== null) await ports.accounts.setAlertAddress(session.accountId, read.value.alertAddress);
    return ok({});
  }),
};

interface ReadSettings {
  readonly name: string;
  readonly settings: StoredSettings;
  /** Null: stays as it was. */
  readonly alertAddress: string | null;
}

/** The settings to store, or what is wrong with them. What the caller leaves open stays as it was. */
function readSettings(input: AccountSettings, before: StoredSettings): Answer<ReadSettings> {
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
  return ok({
    name,
    alertAddress,
    settings: {
      applyMaxQuantity: input.applyMaxQuantity,
      maxQuantityUpdate,
      setBarcode: input.setBarcode,
      autoSync: input.autoSync ?? before.autoSync,
    },
  });
}
