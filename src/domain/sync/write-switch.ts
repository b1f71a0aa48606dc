import type { AccountId } from '../account/account-id';
import type { Instant } from '../instant';
import { SOURCES, type Source } from '../source';
import type { WritePause } from './write-gate';

/** A stored pause of writes, in force or ended: one for each pair of account and platform. */
export interface StoredPause {
  /** 0: every account. */
  readonly account: AccountId | 0;
  /** '': both platforms. */
  readonly source: string;
  readonly active: boolean;
  /** Number of the change that set `active`: a later change of any pause has a higher one. */
  readonly revision: number;
  /** The operator's shop domain. */
  readonly by: string;
  readonly reason: string;
  readonly since: Instant;
}

/** The operators' write switch as it applies to one account. */
export interface WriteSwitch {
  /** Number of the last change that affects the account; 0 when there was none. An older state never replaces a newer one. */
  readonly version: number;
  readonly pauses: readonly WritePause[];
}

/** The state before any pause was made. */
export const OPEN_SWITCH: WriteSwitch = { version: 0, pauses: [] };

/** Returns the switch of one account, from stored pauses of any accounts. */
export function switchFor(account: AccountId, stored: readonly StoredPause[]): WriteSwitch {
  const own = stored.filter((pause) => pause.account === 0 || pause.account === account);
  return {
    version: own.reduce((newest, { revision }) => Math.max(newest, revision), 0),
    pauses: own.filter(({ active }) => active).map(toPause),
  };
}

function toPause({ account, source, by, reason, since }: StoredPause): WritePause {
  return { scope: account === 0 ? 'all' : 'account', source: sourceOf(source), by, reason, since };
}

function sourceOf(text: string): Source | null {
  return SOURCES.find((source) => source === text) ?? null;
}
