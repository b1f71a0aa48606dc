import { healthProblemsOf, USUAL_LAG } from '../../domain/account/health-problem';
import type { Instant } from '../../domain/instant';
import type { Answer } from '../../domain/result';
import type { Account } from '../account/account';
import { healthOf, readingFigures, repairWebhooks, type ReadingFigures } from './health';

/** Delay before a report that could not be filed is retried, in ms. */
const AGAIN_MS = 10_000;

/** How long figures from the snapshot runs are reused, in ms: reading them reads rows, and the alarm fires every half minute. */
const LOOKED_MS = 5 * 60_000;

interface Remembered {
  /** The health that was last reported, as stored; '' when that is not known. Read once per instance. */
  told: string;
  reading: ReadingFigures;
  /** When the runs were last read. */
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
 * Reports a change in the kind of the account's health (its problems, its connections, whether it is entitled), so that no poll of all
 * accounts is needed. The report is a task's row; the task's consumer reads the health itself. An ordinary sale changes nothing in kind and
 * costs nothing here.
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
    .bind(host.accountId, host.now())
    .first<{ id: number; state: 'queued' | 'running' }>();
  // A queued task will read this change too. A running task may have read before this change, or during it, so what it read is unknown.
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

/** Repairs the shop's webhook subscriptions as `repairWebhooks` does, and reports the health now: the operator looks at the fleet next. */
export async function repairAndReport(account: Account): Promise<Answer<null>> {
  const repaired = await repairWebhooks(account);
  account.host.background(reportHealthChange(account));
  return repaired;
}
