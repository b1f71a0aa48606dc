import { isMailAddress } from '../../../domain/account/mail-address';
import type { AccountSettings } from '../../../gen/sh/account_pb';
import type { Failure } from '../../shared/rpc/failure';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** How long 'Settings saved!' stays, in ms. */
export const SAVED_MESSAGE_MS = 1500;
/** The longest account name. */
export const NAME_LIMIT = 100;
/** The largest maximum, in units. */
export const MAXIMUM_LIMIT = 1_000_000;

/** The settings as saved. */
export const settingsAtom = atom<Query<AccountSettings>>(idleQuery);

/** The settings as they stand in the form: maximum and address are what was typed. */
export interface SettingsForm {
  readonly accountName: string;
  readonly applyMaxQuantity: boolean;
  readonly maximum: string;
  readonly setBarcode: boolean;
  readonly autoSync: boolean;
  readonly alertAddress: string;
}

/** Edits that are not saved, and the settings that they began from; null while there are none. */
export const draftAtom = atom<{ readonly form: SettingsForm; readonly read: AccountSettings } | null>(null);

/** Whether the form holds anything else than the settings that it began from. */
export function isEdited(form: SettingsForm, read: AccountSettings): boolean {
  return JSON.stringify(form) !== JSON.stringify(toForm(read));
}

/** The form of saved settings. */
export function toForm(settings: AccountSettings): SettingsForm {
  return {
    accountName: settings.accountName,
    applyMaxQuantity: settings.applyMaxQuantity,
    maximum: String(settings.maxQuantityUpdate),
    setBarcode: settings.setBarcode,
    autoSync: settings.autoSync ?? true,
    alertAddress: settings.alertAddress ?? '',
  };
}

/** Why the name cannot be saved; '' when it can. */
export function nameProblem(form: SettingsForm): string {
  const length = form.accountName.trim().length;
  if (length === 0) return 'Give your account a name.';
  return length > NAME_LIMIT ? `A name has at most ${NAME_LIMIT} characters.` : '';
}

/** Why the maximum cannot be saved; '' when it can, or when it does not count. */
export function maximumProblem(form: SettingsForm): string {
  if (!form.applyMaxQuantity) return '';
  const units = Number(form.maximum);
  const fine = /^\d+$/u.test(form.maximum.trim()) && units >= 1 && units <= MAXIMUM_LIMIT;
  return fine ? '' : 'The maximum is a whole number from 1 to 1,000,000.';
}

/** Why the address for alerts cannot be saved; '' when it can, or when there shall be none. */
export function addressProblem(form: SettingsForm): string {
  const address = form.alertAddress.trim();
  return address === '' || isMailAddress(address) ? '' : 'Write one mail address, such as owner@example.com, or leave it empty.';
}

/** What the server has against the address, to be said beside it; '' when the failure is about something else. */
export function addressRefusal({ code, message }: Failure): string {
  return code === 'invalid_argument' && message.startsWith('alert_address') ? message.replace('alert_address', 'The address') : '';
}

/** The settings to save. A maximum that does not count and is no number keeps its saved value. */
export function toSettings(form: SettingsForm, saved: AccountSettings): AccountSettings {
  const typed = Number(form.maximum);
  const valid = maximumProblem({ ...form, applyMaxQuantity: true }) === '';
  return {
    accountName: form.accountName.trim(),
    applyMaxQuantity: form.applyMaxQuantity,
    maxQuantityUpdate: valid ? typed : saved.maxQuantityUpdate,
    setBarcode: form.setBarcode,
    autoSync: form.autoSync,
    alertAddress: form.alertAddress.trim(),
  };
}

/**
 * What was changed here, over what holds now: another tab, or an operator, may have saved something else since this page read
 * the settings, and the form must not undo it.
 */
export function mergeSettings(wanted: AccountSettings, read: AccountSettings, present: AccountSettings): AccountSettings {
  const pick = <K extends keyof AccountSettings>(key: K): AccountSettings[K] => (wanted[key] === read[key] ? present[key] : wanted[key]);
  return {
    accountName: pick('accountName'),
    applyMaxQuantity: pick('applyMaxQuantity'),
    maxQuantityUpdate: pick('maxQuantityUpdate'),
    setBarcode: pick('setBarcode'),
    autoSync: pick('autoSync') ?? true,
    alertAddress: pick('alertAddress') ?? '',
    // Another save may still come in between: the server refuses this one then.
    ...(present.version === undefined ? {} : { version: present.version }),
  };
}
