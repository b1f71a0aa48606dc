import { isEntitled } from '../../domain/account/entitlement';
import { USUAL_LAG } from '../../domain/account/trouble';
import type { Instant } from '../../domain/instant';
import { SOURCES } from '../../domain/source';
import type { Account } from '../account/account';
import { checkClosed, closedCheckAt } from '../actions/check-closed-shop';
import { checkSubscriptions } from '../actions/connect';
import { deliverHistory } from '../actions/deliver-history';
import { reportHealthChange } from '../actions/health-report';
import { fileRevocationChecks } from '../actions/queue-revocation-checks';
import { refreshQueuedProducts } from '../actions/refresh-products';
import { lookAtSwitch } from '../actions/write-switch';
import { fileCopyTasks } from '../edits/queue-copy-tasks';

/** Receipts and lines are kept so many days in the object. */
const KEPT_DAYS = 30;
/** How long the alarm waits when something is left to do, in ms. */
const AGAIN_MS = 30_000;

/**
 * What the alarm does: hand history over, mark where recovery begins, repeat what is due, renew tokens, read what was
 * touched, look after subscriptions, say how it is. Safe to run twice and to die anywhere; each duty fails for itself.
 */
export async function runAlarmTasks(account: Account): Promise<void> {
  const { host, sync, connections, subscriptionMaintenance } = account;
  await attempt(account, 'the switch for writes', () => lookAtSwitch(account));
  // At rest there is nothing to repeat, and a turn would ask for another ring to deliver what is delivered now.
  if (sync.nextAt(AGAIN_MS) !== null) sync.resume();
  await attempt(account, 'history', () => deliverHistory(host.database, host.accountId, sync.journal));
  sync.checkpoint(KEPT_DAYS);
  audit(account);
  await attemptDue(account, 'tokens', connections.nextRefreshAt(), () => connections.renewDue());
  if (connections.view('shopify').state === 'connected' && subscriptionMaintenance.dueAt() <= host.now()) {
    await attempt(account, 'webhook subscriptions', () => checkSubscriptions(account));
  }
  readWhole(account);
  await attemptDue(account, 'copy tasks', account.copies.fileAt(), () => fileCopyTasks(account));
  await attemptDue(account, 'reconciliation', account.reconciler.dueAt(), () => account.reconciler.reconcile());
  await attemptDue(account, 'touched products', account.touched.dueAt(), () => refreshQueuedProducts(account));
  await attempt(account, 'snapshot tasks', () => fileSnapshots(account));
  await attemptDue(account, 'links of different SKUs', account.catalog.graceEndsAt(), async () => {
    account.catalog.endGracePeriods();
  });
  await attemptDue(account, 'closed shop', closedCheckAt(account), () => checkClosed(account));
  await attemptDue(account, 'revocation checks', account.revocationChecks.dueAt(), () => fileRevocationChecks(account));
  await attempt(account, 'health', () => reportHealthChange(account));
}

/**
 * When to ring should the object die at its duties; null when nothing is left to wait for. What is due now is to be done by
 * them, and looked at again soon. Mostly the same as `nextRing` says afterwards, so that it costs no row of its own.
 */
export function fallbackAlarmAt(account: Account): Instant | null {
  const soon = account.host.now() + AGAIN_MS;
  return earliest(account, account.sync.nextAt(AGAIN_MS) === null ? null : soon, soon);
}

/** When to ring next, after the duties; null when nothing is left to wait for. */
export function nextAlarmAt(account: Account): Instant | null {
  const { host, sync } = account;
  const now = host.now();
  const works = [sync.nextAt(AGAIN_MS), sync.journal.waiting() ? now + AGAIN_MS : null].filter((at) => at !== null);
  return earliest(account, works.length === 0 ? null : Math.max(now + 1_000, Math.min(...works)), now + 1_000);
}

/** The soonest of all that is due, in one go, since each setting of the alarm writes a row; none of it before `from`. */
function earliest(account: Account, work: Instant | null, from: Instant): Instant | null {
  const { sync, connections, subscriptionMaintenance, touched, reconciler, catalog } = account;
  const dues = [
    connections.nextRefreshAt(),
    reconciler.dueAt(),
    touched.dueAt(),
    account.copies.fileAt(),
    account.snapshots.retries.dueAt(),
    catalog.graceEndsAt(),
    slowUntil(account),
    account.revocationChecks.dueAt(),
    closedCheckAt(account),
  ];
  if (connections.view('shopify').state === 'connected') dues.push(subscriptionMaintenance.dueAt());
  // That a pause has ended is told; should the word be lost, what waits must not wait for the next sale.
  if (sync.store.open().length > 0) dues.push(account.writeSwitch.nextLookAt());
  const times = dues.filter((due) => due !== null).map((due) => Math.max(due, from));
  const all = work === null ? times : [work, ...times];
  return all.length === 0 ? null : Math.min(...all);
}

/** When writes that were slow are not the latest any more: the account says then that it is well again. Null while none is. */
function slowUntil({ sync, host }: Account): Instant | null {
  const now = host.now();
  return (sync.lag.recentP95(now) ?? 0) > USUAL_LAG.p95Ms ? sync.lag.recentUntil(now) : null;
}

/** Once a day, on an occasion that the account is awake for anyway. */
function audit(account: Account): void {
  const { host, audit: book } = account;
  if (account.locations.pair() === null || !book.due(host.now())) return;
  account.sync.writeRows();
  account.sync.early.dropOld();
  const { cells, broken } = book.run(host.now());
  if (broken > 0) host.note(`alert: units were lost or invented in ${broken} of ${cells} cells`);
}

/** Both sides are read as a whole once a day, on an occasion that the account is awake for anyway. */
function readWhole(account: Account): void {
  if (!isEntitled(account.records.entitlement(), account.host.now())) return;
  for (const source of SOURCES) {
    if (account.connections.view(source).state !== 'connected') continue;
    account.snapshots.requestDue(source, account.host.config.timers.wholeReadMs);
    account.snapshots.retries.afterOutage(source, false);
  }
}

/** Attempts what is due by now; null is never due. */
async function attemptDue(account: Account, what: string, dueAt: Instant | null, alarmTask: () => Promise<unknown>): Promise<void> {
  if (dueAt !== null && dueAt <= account.host.now()) await attempt(account, what, alarmTask);
}

async function attempt(account: Account, what: string, alarmTask: () => Promise<unknown>): Promise<void> {
  try {
    await alarmTask();
  } catch (error) {
    account.host.note(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A snapshot that nobody has a task for is put on the list. The row is the truth; the message wakes it sooner than the cron. */
async function fileSnapshots(account: Account): Promise<void> {
  const { host, snapshots } = account;
  const wanted = SOURCES.filter((source) => snapshots.active(source));
  if (wanted.length === 0) return;
  const insert = host.database.prepare(
    "insert or ignore into tasks (name, account, source, state, queued_at, due) values ('snapshot', ?1, ?2, 'queued', ?3, ?3) returning id",
  );
  const filed = await host.database.batch<{ id: number }>(wanted.map((source) => insert.bind(Number(host.accountId), source, host.now())));
  for (const { results } of filed) {
    for (const { id } of results) await host.wakeTask(id);
  }
}
