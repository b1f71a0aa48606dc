import { openAlerts } from '../db/alerts';
import { deadByProcessor } from '../db/dead-letters';
import { redact } from '../log';
import { TASK_NAMES } from '../tasks/names';
import { watchOwn, type RaiseDeps } from './raise';

/** Longest reason within an alert, in characters. */
const LONGEST = 300;

/** How a scheduled task went: why it failed, or null. */
export type JobResults = ReadonlyMap<string, string | null>;

/** Raises an alert for each scheduled task that failed, and ends it when it succeeds again. One that did not run stays as it is. */
export async function watchJobs(deps: RaiseDeps, names: readonly string[], results: JobResults): Promise<void> {
  const open = await openAlerts(deps.db, 0);
  const failed = [...results].flatMap(([kind, why]) =>
    why === null ? [] : [{ kind, message: `The scheduled task ${kind} failed: ${shown(why)}` }],
  );
  const still = open.filter(({ kind, goneSince }) => goneSince === null && names.includes(kind) && !results.has(kind));
  await watchOwn(deps, names, [...failed, ...still.map(({ kind, message }) => ({ kind, message }))]);
}

/** Raises an alert for each kind of work of which some was given up, until none of it is left. */
export async function watchDeadLetters(deps: RaiseDeps): Promise<void> {
  const dead = await deadByProcessor(deps.db);
  await watchOwn(
    deps,
    TASK_NAMES,
    dead.map(({ name, letters }) => ({
      kind: name,
      message: `Work of the kind ${name} was given up, ${letters} so far. Read and replay it.`,
    })),
  );
}

/** An alert leaves the installation: like a line of the log, it never carries what looks like a token. */
function shown(why: string): string {
  const { reason } = redact({ reason: why });
  return String(reason).slice(0, LONGEST);
}
