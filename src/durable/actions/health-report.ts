import { healthProblemsOf, USUAL_LAG } from '../../domain/account/trouble';
import type { Instant } from '../../domain/instant';
import type { Account } from '../account/account';
import { healthOf, readingFigures, type ReadingFigures } from './health';

/** How soon it is tried again when word could not be left, in ms. */
const AGAIN_MS = 10_000;

/** How long what the runs say is taken for unchanged, in ms: looking at them reads rows, and alarms ring every half minute. */
const LOOKED_MS = 5 * 60_000;

interface Remembered {
  /** What word was last left of, '' when that is not known, as stored: read once in a life of the object. */
  told: string;
  reading: ReadingFigures;
  /** When the runs were looked at. */
  lookedAt: Instant;
}

const remembered = new WeakMap<Account, Remembered>();

function recall(account: Account): Remembered {
  const now = account.host.now();
  const known = remembered.get(account) ?? {
    told: account.meta.read<string>('vitals') ?? '',
    reading: readingFigures(account),
    lookedAt: now,
  };
  if (now - known.lookedAt >= LOOKED_MS) Object.assign(known, { reading: readingFigures(account), lookedAt: now });
  remembered.set(account, known);
  return known;
}

/**
 * Leaves word when the account's health changes in kind (its troubles, its connections, whether it is entitled), so that
 * nobody need ask all accounts all the time. Word is a task's row; whoever takes it reads the health itself. An ordinary sale
 * changes nothing in kind, and costs nothing here.
 */
export async function reportHealthChange(account: Account): Promise<void> {
  const { host } = account;
  const known = recall(account);
  const health = healthOf(account, known.reading);
  const kind = [
    health.entitled ? 'entitled' : '',
    health.shopify,
    health.square,
    ...health.failing,
    ...healthProblemsOf(health, USUAL_LAG),
  ].join(' ');
  if (kind === known.told) return;
  const word = await host.database
    .prepare(
      `insert into tasks (name, account, source, state, queued_at, due) values ('health', ?1, '', 'queued', ?2, ?2)
       on conflict (account, name, source) where state in ('queued', 'running') and body is null do update set due = due
       returning id, state`,
    )
    .bind(Number(host.accountId), host.now())
    .first<{ id: number; state: 'queued' | 'running' }>();
  // One that waits will read this too. One that is under way may have read before this change, or in the midst of it: what it
  // read is not known.
  if (word === null || word.state === 'running') {
    remember(account, known, '');
    host.wake(host.now() + AGAIN_MS);
    return;
  }
  remember(account, known, kind);
  await host.wakeTask(word.id);
}

function remember(account: Account, known: Remembered, told: string): void {
  if (known.told === told) return;
  known.told = told;
  account.meta.write('vitals', told);
}
