import type { AsyncTask, RegisteredTaskList, TaskCount } from '../../../gen/sh/admin_pb';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { text } from './new-site.text';

/** How often the visible tasks are loaded again, in ms. */
export const TASKS_REFRESH_MS = 5000;

/** The registered tasks. */
export const tasksAtom = atom<Query<RegisteredTaskList>>(idleQuery);

/** The values typed as desired counts, by processor. A processor whose field was not edited is absent. */
export type CountEdits = Readonly<Record<string, string>>;

/** Returns the value of a processor's field. */
export function shownCount(task: AsyncTask, edits: CountEdits): string {
  return edits[task.name] ?? String(task.desired);
}

/** Returns why a typed count is invalid; '' when it is valid. The server checks the upper bound. */
export function countProblem(typed: string): string {
  return /^\d{1,9}$/u.test(typed.trim()) ? '' : text.tasks.invalidCount;
}

/** Returns the valid counts that differ from the current ones, to save. */
export function changedCounts(tasks: readonly AsyncTask[], edits: CountEdits): TaskCount[] {
  return tasks.flatMap((task) => {
    const typed = edits[task.name];
    if (typed === undefined || countProblem(typed) !== '' || Number(typed) === task.desired) return [];
    return [{ name: task.name, desired: Number(typed) }];
  });
}

/** Returns whether a typed count is invalid. */
export function hasProblem(edits: CountEdits): boolean {
  return Object.values(edits).some((typed) => countProblem(typed) !== '');
}
