import { SOURCES } from '../../domain/source';
import type { Account } from '../account/account';

/** Delay between checks, and after a failed check, in ms. */
const CHECK_MS = 5 * 60_000;
const CHECK_FAILED_MS = 60_000;

/**
 * Files a task for open copies that have none: the request that started them may have ended after writing the object's row but before D1's,
 * or the task may have ended as they were added. The copy's row is authoritative; an open task for the same work stays the only one.
 */
export async function fileCopyTasks(account: Account): Promise<void> {
  const { host, copies } = account;
  const wanted = SOURCES.filter((source) => copies.open(source).length > 0);
  copies.fileNextAt(host.now() + CHECK_FAILED_MS);
  if (wanted.length === 0) return;
  const insert = host.database.prepare(
    "insert or ignore into tasks (name, account, source, state, queued_at, due) values ('copy', ?1, ?2, 'queued', ?3, ?3) returning id",
  );
  const filed = await host.database.batch<{ id: number }>(wanted.map((source) => insert.bind(host.accountId, source, host.now())));
  copies.fileNextAt(host.now() + CHECK_MS);
  for (const { results } of filed) {
    for (const { id } of results) await host.wakeTask(id);
  }
}
