import { openAlerts } from '../../db/alerts';
import { databaseSize, type Databases } from '../../db/database';
import { deadByProcessor } from '../../db/dead-letters';
import { waitingSince } from '../../db/processors';
import { TASK_NAMES } from '../../db/task-names';
import { NEARLY_FULL, percentOf, STORAGE_LIMIT_BYTES } from '../../domain/account/storage-use';
import { redact } from '../runtime/log';
import { watchOwn, type RaiseDeps } from './raise';

/** Longest reason within an alert, in characters. */
const LONGEST = 300;

/** The results of cron jobs: why each one failed, or null. */
export type JobResults = ReadonlyMap<string, string | null>;

/**
 * Raises an alert for each cron job that failed, and ends it when the job succeeds again. The alert of a job that did not run is unchanged.
 */
export async function watchJobs(deps: RaiseDeps, names: readonly string[], results: JobResults): Promise<void> {
  const open = await openAlerts(deps.db, 0);
  const failed = [...results].flatMap(([kind, why]) =>
    why === null ? [] : [{ kind, message: `The scheduled task ${kind} failed: ${shown(why)}` }],
  );
  const still = open.filter(({ kind, goneSince }) => goneSince === null && names.includes(kind) && !results.has(kind));
  await watchOwn(deps, names, [...failed, ...still.map(({ kind, message }) => ({ kind, message }))]);
}

/** How long work may be due before it raises an alert, ms: its processor is paused, or its concurrency is too low. */
const WAITS_MS = 60 * 60_000;

/** Raises an alert for each kind of work that has dead letters or waits too long, until neither is left. */
export async function watchProcessors(deps: RaiseDeps): Promise<void> {
  const now = deps.now();
  const [dead, waiting] = await Promise.all([deadByProcessor(deps.db), waitingSince(deps.db, now - WAITS_MS)]);
  const troubles = TASK_NAMES.flatMap((name) => {
    const letters = dead.find((one) => one.name === name)?.letters ?? 0;
    const late = waiting.find((one) => one.name === name);
    const texts = [
      ...(letters === 0 ? [] : [`Dead letters of kind ${name}: ${letters}. Review and replay them.`]),
      ...(late === undefined
        ? []
        : [`Tasks of kind ${name} waiting for more than an hour: ${late.waiting}. Check whether the kind is paused.`]),
    ];
    return texts.length === 0 ? [] : [{ kind: name, message: texts.join(' ') }];
  });
  await watchOwn(deps, TASK_NAMES, troubles);
}

const DATABASE = 'database';

/**
 * Raises an alert while a database is nearly full. It comes that early because an alert is itself a row: a full database could not store it.
 */
export async function watchDatabases(deps: RaiseDeps & Databases): Promise<void> {
  const sizes = await Promise.all(deps.histories.map(async (one) => databaseSize(one)));
  const texts = sizes.flatMap((bytes, index) => {
    const share = bytes / STORAGE_LIMIT_BYTES;
    const name = index === 0 ? 'The shared database' : `The database HISTORY_${index}`;
    return share >= NEARLY_FULL ? [`${name} has used ${percentOf(share)} of the 10 GB that it may store.`] : [];
  });
  const message = [...texts, 'Once it is full, no row can be added.'].join(' ');
  await watchOwn(deps, [DATABASE], texts.length === 0 ? [] : [{ kind: DATABASE, message }]);
}

/**
 * Returns the reason as an alert may carry it. An alert leaves the installation, so like a log line it never contains what looks like a
 * token.
 */
function shown(why: string): string {
  const { reason } = redact({ reason: why });
  return String(reason).slice(0, LONGEST);
}
