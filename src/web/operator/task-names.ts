import type { RegisteredTaskList } from '../../gen/sh/admin_pb';
import { atom } from '../shared/state/jotai';
import { useLoad } from '../shared/state/load';
import { useOperatorApi } from '../shared/state/operator-api';
import { latest, idleQuery, type Query } from '../shared/state/remote';

const TASK_WORDS: Readonly<Record<string, string>> = {
  snapshot: 'Snapshot',
  locations: 'Location sync',
  copy: 'Copy of products',
  webhooks: 'Received webhook',
  webhook_subscriptions: 'Repair of webhook subscriptions',
  billing: 'Reading the subscription',
  health: 'Reading the health',
  erase: 'Deletion of the account',
};

/** A processor's registered name in words. */
export function taskWords(name: string): string {
  return TASK_WORDS[name] ?? name;
}

const tasksAtom = atom<Query<RegisteredTaskList>>(idleQuery);

/** The registered names of all processors, and `more` that were met; sorted, none twice. */
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
