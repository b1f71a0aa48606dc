import { troublesOf, USUAL_LAG } from '../../domain/account/trouble';
import type { Account } from './account';
import { healthOf } from './health';

/** How soon it is tried again when word could not be left, in ms. */
const AGAIN_MS = 10_000;

/** What word was last left of, as stored: read once in a life of the object. */
const told = new WeakMap<Account, string>();

/**
 * Leaves word when the account's health changes in kind (its troubles, its connections, whether it is entitled), so that
 * nobody need ask all accounts all the time. Word is a task's row; whoever takes it reads the health itself. An ordinary sale
 * changes nothing in kind, and costs nothing here.
 */
export async function tellOfChange(account: Account): Promise<void> {
  const { host, meta } = account;
  const before = told.get(account) ?? meta.read<string>('vitals') ?? '';
  const health = healthOf(account);
  const kind = [health.entitled ? 'entitled' : '', health.shopify, health.square, ...troublesOf(health, USUAL_LAG)].join(' ');
  told.set(account, before);
  if (kind === before) return;
  const filed = await host.database
    .prepare(
      "insert or ignore into tasks (name, account, source, state, queued_at, due) values ('health', ?1, '', 'queued', ?2, ?2) returning id",
    )
    .bind(Number(host.accountId), host.now())
    .first<{ id: number }>();
  // One that is under way may have read before this change.
  if (filed === null) {
    host.wake(host.now() + AGAIN_MS);
    return;
  }
  told.set(account, kind);
  meta.write('vitals', kind);
  await host.wakeTask(filed.id);
}
