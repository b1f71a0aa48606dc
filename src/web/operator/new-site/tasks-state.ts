import type { AsyncTask, RegisteredTaskList, TaskCount } from '../../../gen/sh/admin_pb';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** How often the tasks in sight are asked for again, in ms: what runs changes by the second. */
export const TASKS_REFRESH_MS = 5000;

/** The registered tasks. */
export const tasksAtom = atom<Query<RegisteredTaskList>>(idleQuery);

/** What was typed into the boxes of desired counts, by processor; one that was not touched is absent. */
export type CountEdits = Readonly<Record<string, string>>;

/** What a processor's box shows. */
export function shownCount(task: AsyncTask, edits: CountEdits): string {
  return edits[task.name] ?? String(task.desired);
}

/** Why a typed count cannot be saved; '' when it can. The server knows the upper bound. */
export function countProblem(text: string): string {
  return /^\d{1,9}$/u.test(text.trim()) ? '' : 'A whole number, 0 to pause.';
}

/** The counts that differ from what holds now: what there is to save. */
export function changedCounts(tasks: readonly AsyncTask[], edits: CountEdits): TaskCount[] {
  return tasks.flatMap((task) => {
    const typed = edits[task.name];
    if (typed === undefined || countProblem(typed) !== '' || Number(typed) === task.desired) return [];
    return [{ name: task.name, desired: Number(typed) }];
  });
}

/** Whether something typed cannot be saved. */
export function hasProblem(edits: CountEdits): boolean {
  return Object.values(edits).some((text) => countProblem(text) !== '');
}
