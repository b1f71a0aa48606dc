import { Fragment, useState } from 'react';

import type { AsyncTask, RegisteredTaskList, ScheduledTask } from '../../../gen/sh/admin_pb';
import { Button } from '../../shared/components/button';
import { Chip } from '../../shared/components/chip';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { inputClass } from '../../shared/components/field';
import { ToneIcon } from '../../shared/components/notice';
import { Panel } from '../../shared/components/page';
import { SkeletonRows } from '../../shared/components/skeleton';
import { When } from '../../shared/components/when';
import { formatHistoryTime, readDate } from '../../shared/dates';
import { formatCount } from '../../shared/formats';
import { formatAgo } from '../../shared/relative-time';
import { useCall, useToast } from '../../shared/state/calls';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { useInterval } from '../../shared/state/use-interval';
import { changedCounts, countProblem, hasProblem, shownCount, TASKS_REFRESH_MS, tasksAtom, type CountEdits } from './tasks-state';

/** What runs by itself: processors of queued tasks with how many may run at once, and what a clock starts. */
export function TasksTab() {
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: tasksAtom,
    key: 'all',
    label: 'getting tasks',
    make: (_, options) => operators.admin.adminGetRegisteredTasks({}, options),
  });
  const { reload } = loaded;
  useInterval(TASKS_REFRESH_MS, reload);
  const tasks = latest(loaded.remote);
  if (tasks === null) {
    return (
      <Panel>
        {loaded.remote.state === 'failed' ? (
          <ErrorPanel
            title="The tasks could not be loaded."
            safe="They go on by themselves."
            failure={loaded.remote.failure}
            onRetry={reload}
          />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </Panel>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <Processors tasks={tasks} reload={reload} />
      <Scheduled tasks={tasks.scheduledTasks} />
    </div>
  );
}

function Processors({ tasks, reload }: { readonly tasks: RegisteredTaskList; readonly reload: () => void }) {
  const operators = useOperatorApi();
  const call = useCall();
  const toast = useToast();
  const [edits, setEdits] = useState<CountEdits>({});
  const [saving, setSaving] = useState(false);
  const changed = changedCounts(tasks.asyncTasks, edits);
  const save = async () => {
    if (changed.length === 0 || hasProblem(edits)) return;
    setSaving(true);
    const answer = await call(() => operators.admin.adminUpdateTaskCounts({ taskCounts: changed }), { label: 'updating tasks' });
    setSaving(false);
    if (!answer.ok) return;
    toast({ tone: 'good', text: 'Tasks saved' });
    setEdits({});
    reload();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        return save();
      }}
    >
      <Panel title="Async processors" label="Async processors">
        {tasks.asyncTasks.length === 0 ? (
          <EmptyState title="No processors are registered." />
        ) : (
          <table aria-label="Async processors" className="w-full table-fixed">
            <thead className="bg-sunken text-left text-sm text-muted [&_th]:px-3 [&_th]:py-2.5 sm:[&_th]:px-4 [&_th]:font-medium">
              <tr>
                <th scope="col">Name</th>
                <th scope="col" className="w-20 text-right">
                  Running
                </th>
                <th scope="col" className="w-28 text-right sm:w-40">
                  Desired
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-t border-line">
              {tasks.asyncTasks.map((task) => (
                <Processor
                  key={task.name}
                  task={task}
                  text={shownCount(task, edits)}
                  onType={(text) => setEdits((before) => ({ ...before, [task.name]: text }))}
                />
              ))}
            </tbody>
          </table>
        )}
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-sunken px-4 py-3">
          <p className="mr-auto text-sm text-muted">0 pauses a processor: its tasks wait, and none is lost.</p>
          <Button kind="primary" type="submit" busy={saving} aria-disabled={changed.length === 0 || hasProblem(edits)}>
            Save Tasks
          </Button>
        </div>
      </Panel>
    </form>
  );
}

interface ProcessorProps {
  readonly task: AsyncTask;
  readonly text: string;
  readonly onType: (text: string) => void;
}

function Processor({ task, text, onType }: ProcessorProps) {
  const problem = countProblem(text);
  const problemId = `${task.name}-problem`;
  return (
    <tr className="[&>*]:px-3 [&>*]:py-2 sm:[&>*]:px-4 [&>*]:align-middle">
      <th scope="row" className="text-left font-medium break-words">
        <TaskName name={task.name} />
        {task.desired === 0 && (
          <span className="ml-2">
            <Chip tone="warn">Paused</Chip>
          </span>
        )}
      </th>
      <td className="text-right tabular-nums">{formatCount(task.running)}</td>
      <td>
        <input
          type="number"
          inputMode="numeric"
          min={0}
          step={1}
          aria-label={`Desired count of ${task.name}`}
          aria-invalid={problem !== '' || undefined}
          aria-describedby={problem === '' ? undefined : problemId}
          value={text}
          onChange={(event) => onType(event.target.value)}
          className={`${inputClass} text-right tabular-nums`}
        />
        {problem !== '' && (
          <p id={problemId} className="mt-1 text-sm text-bad">
            {problem}
          </p>
        )}
      </td>
    </tr>
  );
}

/** A registered name, which may be broken between its words. */
function TaskName({ name }: { readonly name: string }) {
  const words = name.split('_');
  return words.map((word, index) => (
    <Fragment key={index}>
      {word}
      {index < words.length - 1 && '_'}
      <wbr />
    </Fragment>
  ));
}

function Scheduled({ tasks }: { readonly tasks: readonly ScheduledTask[] }) {
  const now = Date.now();
  return (
    <Panel title="Scheduled tasks" label="Scheduled tasks">
      {tasks.length === 0 ? (
        <EmptyState title="Nothing is scheduled." />
      ) : (
        <table aria-label="Scheduled tasks" className="w-full table-fixed">
          <thead className="bg-sunken text-left text-sm text-muted [&_th]:px-3 [&_th]:py-2.5 sm:[&_th]:px-4 [&_th]:font-medium">
            <tr>
              <th scope="col">Name</th>
              <th scope="col" className="w-1/4 max-sm:hidden">
                Schedule
              </th>
              <th scope="col" className="w-1/2 sm:w-2/5">
                Last attempt
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {tasks.map((task) => (
              <tr key={task.name} className="[&>*]:px-3 [&>*]:py-2.5 sm:[&>*]:px-4 [&>*]:align-middle">
                <th scope="row" className="text-left font-medium break-words">
                  <TaskName name={task.name} />
                  <span className="block text-sm font-normal text-muted sm:hidden">{task.schedule}</span>
                </th>
                <td className="text-muted max-sm:hidden">{task.schedule}</td>
                <td>
                  <LastAttempt task={task} now={now} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** How the last attempt ended, and when: absolute and relative. */
function LastAttempt({
  task: { lastAttemptedAt: at, lastAttemptedSuccess: success },
  now,
}: {
  readonly task: ScheduledTask;
  readonly now: number;
}) {
  const date = readDate(at);
  if (date === null) return <span className="text-faint">Never</span>;
  const tone = success ? 'good' : 'bad';
  return (
    <span className="flex items-start gap-2">
      <span className={success ? 'text-good' : 'text-bad'}>
        <ToneIcon tone={tone} size={16} />
      </span>
      <span className="min-w-0">
        <span className="font-medium">{success ? 'Success' : 'Failure'}</span>{' '}
        <span className="text-muted">
          <When at={at}>{formatHistoryTime(at)}</When> <span className="whitespace-nowrap">({formatAgo(date.valueOf(), now)})</span>
        </span>
      </span>
    </span>
  );
}
