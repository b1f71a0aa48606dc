import { isMailAddress } from '../../../domain/account/mail-address';
import type { AccountSettings } from '../../../gen/sh/account_pb';
import type { Failure } from '../../shared/rpc/failure';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { text } from './settings.text';

/** How long 'Settings saved!' stays, in ms. */
export const SAVED_MESSAGE_MS = 1500;
/** Maximum length of an account name, in characters. */
export const NAME_LIMIT = 100;
/** Upper limit of the maximum, in units. */
export const MAXIMUM_LIMIT = 1_000_000;

/** The saved settings. */
export const settingsAtom = atom<Query<AccountSettings>>(idleQuery);

/** The settings in the form: maximum and address are the typed text. */
export interface SettingsForm {
  readonly accountName: string;
  readonly applyMaxQuantity: boolean;
  readonly maximum: string;
  readonly setBarcode: boolean;
  readonly autoSync: boolean;
  readonly alertAddress: string;
}

/** Unsaved edits and the settings they are based on; null while there are none. */
export const draftAtom = atom<{ readonly form: SettingsForm; readonly read: AccountSettings } | null>(null);

/** Returns whether the form differs from the settings it is based on. */
export function isEdited(form: SettingsForm, read: AccountSettings): boolean {
  return JSON.stringify(form) !== JSON.stringify(toForm(read));
}

/** Converts saved settings to a form. */
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

/** Returns why the name is invalid; '' when it is valid. */
export function nameProblem(form: SettingsForm): string {
  const length = form.accountName.trim().length;
  if (length === 0) return text.nameMissing;
  return length > NAME_LIMIT ? text.nameTooLong(NAME_LIMIT) : '';
}

/** Returns why the maximum is invalid; '' when it is valid or not enforced. */
export function maximumProblem(form: SettingsForm): string {
  if (!form.applyMaxQuantity) return '';
  const units = Number(form.maximum);
  const valid = /^\d+$/u.test(form.maximum.trim()) && units >= 1 && units <= MAXIMUM_LIMIT;
  return valid ? '' : text.maximumInvalid(MAXIMUM_LIMIT);
}

/** Returns why the alert address is invalid; '' when it is valid or empty. */
export function addressProblem(form: SettingsForm): string {
  const address = form.alertAddress.trim();
  return address === '' || isMailAddress(address) ? '' : text.addressInvalid;
}

/** Returns why the server refused the address; '' when the failure has another cause. */
export function addressRefusal({ code, message }: Failure): string {
  return code === 'invalid_argument' && message.startsWith('alert_address') ? message.replace('alert_address', text.theAddress) : '';
}

/** Converts the form to settings. A maximum that is invalid and not enforced keeps its saved value. */
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
 * Applies the changes of this form to the current settings. Another tab or an operator may have saved other changes since this page
 * loaded them, and the form must not undo those.
 */
export function mergeSettings(edited: AccountSettings, read: AccountSettings, current: AccountSettings): AccountSettings {
  const pick = <K extends keyof AccountSettings>(key: K): AccountSettings[K] => (edited[key] === read[key] ? current[key] : edited[key]);
  return {
    accountName: pick('accountName'),
    applyMaxQuantity: pick('applyMaxQuantity'),
    maxQuantityUpdate: pick('maxQuantityUpdate'),
    setBarcode: pick('setBarcode'),
    autoSync: pick('autoSync') ?? true,
    alertAddress: pick('alertAddress') ?? '',
    // The server refuses this save if another one happens first.
    ...(current.version === undefined ? {} : { version: current.version }),
  };
}
