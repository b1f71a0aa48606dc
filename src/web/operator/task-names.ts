import type { RegisteredTaskList } from '../../gen/sh/admin_pb';
import { atom } from '../shared/state/jotai';
import { useLoad } from '../shared/state/load';
import { useOperatorApi } from '../shared/state/operator-api';
import { latest, idleQuery, type Query } from '../shared/state/remote';
import { operatorText } from './operator.text';

/** Returns a processor's name as people read it. */
export function taskName(processor: string): string {
  return operatorText.tasks[processor] ?? processor;
}

const tasksAtom = atom<Query<RegisteredTaskList>>(idleQuery);

/** Returns the names of all registered processors and `more`, sorted, without duplicates. */
export function useProcessorNames(more: readonly string[]): readonly string[] {
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: tasksAtom,
    key: 'all',
    label: 'getting tasks',
    make: (_, options) => operators.admin.adminGetRegisteredTasks({}, options),
  });
  const registered = latest(loaded.remote)?.asyncTasks.map(({ name }) => name) ?? [];
  return [...new Set([...registered, ...more])].filter((name) => name !== '').toSorted();
}
