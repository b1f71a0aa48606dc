import { findAccount } from '../../../db/accounts';
import { accountsInUse, storedPauses, storePause, type PauseChange } from '../../../db/write-pauses';
import type { AccountId } from '../../../domain/account/account-id';
import { switchFor, type StoredPause } from '../../../domain/sync/write-switch';
import { within } from '../../runtime/deadline';
import { reasonOf } from '../../runtime/log';
import type { Services } from '../../runtime/services';

/** The dependencies of the write switch. */
export type SwitchDeps = Pick<Services, 'db' | 'log' | 'now' | 'account'>;

/** The result of changing the switch. */
export type Switched =
  /**
   * The change is stored. `told` counts the objects that applied it; `untold` lists those that did not answer, which read it within a
   * minute or when they wake.
   */
  | { readonly kind: 'switched'; readonly told: number; readonly untold: readonly AccountId[] }
  | { readonly kind: 'unknown-account' }
  | { readonly kind: 'not-paused' };

/** How long an object may take to apply the switch, ms, and how many are notified at once. */
const ANSWER_MS = 5_000;
const SIDE_BY_SIDE = 50;
const PAGE = 1_000;
/** How long the operator waits for all objects, ms; the rest counts as untold. */
const RUN_MS = 25_000;

/**
 * Stores a change of the switch, then sends it to each account that it covers, awake or not, since it is not known which ones are awake.
 * Once this returns, no notified object sends a stock-changing request that the switch forbids.
 */
export async function changeSwitch(deps: SwitchDeps, change: PauseChange): Promise<Switched> {
  const { db, log } = deps;
  if (change.account !== 0 && (await findAccount(db, change.account)) === null) return { kind: 'unknown-account' };
  if (!(await storePause(db, change, deps.now()))) return { kind: 'not-paused' };
  const pauses = await storedPauses(db);
  const ends = deps.now() + RUN_MS;
  const untold: AccountId[] = [];
  let told = 0;
  for await (const page of concerned(deps, change.account)) {
    const queue = [...page];
    const walk = async (): Promise<void> => {
      for (let account = queue.shift(); account !== undefined; account = queue.shift()) {
        if (deps.now() < ends && (await tell(deps, account, pauses))) told += 1;
        else untold.push(account);
      }
    };
    await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, queue.length) }, walk));
  }
  log[untold.length === 0 ? 'info' : 'warn']('writes.switched', {
    account: change.account,
    source: change.source,
    active: change.active,
    told,
    untold: untold.length,
  });
  return { kind: 'switched', told, untold };
}

async function* concerned({ db }: SwitchDeps, account: AccountId | 0): AsyncGenerator<readonly AccountId[]> {
  if (account !== 0) {
    yield [account];
    return;
  }
  for (let after: AccountId | null = null; ;) {
    const page = await accountsInUse(db, after, PAGE);
    if (page.length === 0) return;
    yield page;
    after = page.at(-1) ?? after;
  }
}

/** Sends the switch to an object, in two attempts at most: an object that has just been moved does not answer the first one. */
async function tell(deps: SwitchDeps, account: AccountId, pauses: readonly StoredPause[]): Promise<boolean> {
  const next = switchFor(account, pauses);
  for (let asked = 1; asked <= 2; asked += 1) {
    try {
      if ((await within(deps.account(account).setWriteSwitch(next), ANSWER_MS)).timely) return true;
    } catch (thrown) {
      deps.log.warn('writes.not-notified', { account, asked, reason: reasonOf(thrown) });
    }
  }
  return false;
}
