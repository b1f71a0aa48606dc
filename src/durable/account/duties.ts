import { SOURCES } from '../../domain/source';
import type { Account } from './account';
import { deliverHistory } from './history-delivery';

/** Receipts and lines are kept so many days in the object. */
const KEPT_DAYS = 30;
/** How long the alarm waits when something is left to do, in ms. */
const AGAIN_MS = 30_000;

/**
 * What the alarm does: hand history over, mark where recovery begins, repeat what is due, renew tokens, read what was
 * touched, look after subscriptions. Safe to run twice and to die anywhere; each duty fails for itself.
 */
export async function runDuties(account: Account): Promise<void> {
  const { host, sync, connections, upkeep } = account;
  sync.resume();
  await attempt(account, 'history', () => deliverHistory(host.database, host.accountId, sync.journal));
  sync.turn(() => {
    sync.journal.mark(host.now(), sync.cells.open(), sync.lag.hours());
    sync.journal.dropOld(host.now(), KEPT_DAYS);
  });
  audit(account);
  const refreshAt = connections.nextRefreshAt();
  if (refreshAt !== null && refreshAt <= host.now()) await attempt(account, 'tokens', () => connections.renewDue());
  if (connections.view('shopify').state === 'connected' && upkeep.dueAt() <= host.now()) {
    await attempt(account, 'webhook subscriptions', () => upkeep.check(host.now()));
  }
  await attempt(account, 'snapshot tasks', () => fileSnapshots(account));
  const sweepAt = account.sweeper.dueAt();
  if (sweepAt !== null && sweepAt <= host.now()) await attempt(account, 'sweep', () => account.sweeper.sweep());
  const touchedAt = account.touched.dueAt();
  if (touchedAt !== null && touchedAt <= host.now()) await attempt(account, 'touched products', () => readTouched(account));
}

/** Sets the next alarm, if anything is left to wait for. */
export function rearm(account: Account): void {
  const { host, sync, connections, upkeep, touched } = account;
  if (sync.busy() || sync.journal.waiting()) host.wake(host.now() + AGAIN_MS);
  const refreshAt = connections.nextRefreshAt();
  if (refreshAt !== null) host.wake(refreshAt);
  const sweepAt = account.sweeper.dueAt();
  if (sweepAt !== null) host.wake(Math.max(sweepAt, host.now() + 1_000));
  const touchedAt = touched.dueAt();
  if (touchedAt !== null) host.wake(Math.max(touchedAt, host.now() + 1_000));
  if (connections.view('shopify').state === 'connected') host.wake(Math.max(upkeep.dueAt(), host.now() + 1_000));
}

/** Once a day, on an occasion that the account is awake for anyway. */
function audit(account: Account): void {
  const { host, audit: book } = account;
  if (account.locations.pair() === null || !book.due(host.now())) return;
  const { cells, broken } = book.run(host.now());
  if (broken > 0) host.note(`alert: units were lost or invented in ${broken} of ${cells} cells`);
}

async function attempt(account: Account, what: string, duty: () => Promise<unknown>): Promise<void> {
  try {
    await duty();
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

async function readTouched(account: Account): Promise<void> {
  const { touched, snapshots } = account;
  const wanted = touched.peek();
  // Until a pair is chosen there is no location to read levels at; the first snapshots will find everything.
  const outcome = account.locations.pair() === null ? { ok: true } : await snapshots.refresh(wanted);
  if (outcome.ok) touched.done(wanted, account.host.now());
  account.changed();
}
