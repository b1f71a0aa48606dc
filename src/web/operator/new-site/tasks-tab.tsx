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
import { readDate } from '../../shared/dates';
import { formatCount } from '../../shared/formats';
import { formatHistoryTime } from '../../shared/history-time';
import { formatAgo } from '../../shared/relative-time';
import { useCall, useToast } from '../../shared/state/calls';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { useInterval } from '../../shared/state/use-interval';
import { operatorText } from '../operator.text';
import { text } from './new-site.text';
import { changedCounts, countProblem, hasProblem, shownCount, TASKS_REFRESH_MS, tasksAtom, type CountEdits } from './tasks-state';

/** Shows the async processors with their desired counts, and the scheduled tasks. */
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
          <ErrorPanel title={text.tasks.failed} safe={operatorText.tasksKeepRunning} failure={loaded.remote.failure} onRetry={reload} />
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
    toast({ tone: 'good', text: text.tasks.saved });
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
      <Panel title={text.tasks.processors} label={text.tasks.processors}>
        {tasks.asyncTasks.length === 0 ? (
          <EmptyState title={text.tasks.noProcessors} />
        ) : (
          <table aria-label={text.tasks.processors} className="w-full table-fixed">
            <thead className="bg-sunken text-left text-sm text-muted [&_th]:px-3 [&_th]:py-2.5 sm:[&_th]:px-4 [&_th]:font-medium">
              <tr>
                <th scope="col">{text.tasks.name}</th>
                <th scope="col" className="w-20 text-right">
                  {text.tasks.running}
                </th>
                <th scope="col" className="w-28 text-right sm:w-40">
                  {text.tasks.desired}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-t border-line">
              {tasks.asyncTasks.map((task) => (
                <Processor
                  key={task.name}
                  task={task}
                  value={shownCount(task, edits)}
                  onType={(typed) => setEdits((before) => ({ ...before, [task.name]: typed }))}
                />
              ))}
            </tbody>
          </table>
        )}
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-sunken px-4 py-3">
          <p className="mr-auto text-sm text-muted">{text.tasks.pauseHint}</p>
          <Button kind="primary" type="submit" busy={saving} aria-disabled={changed.length === 0 || hasProblem(edits)}>
            {text.tasks.save}
          </Button>
        </div>
      </Panel>
    </form>
  );
}

interface ProcessorProps {
  readonly task: AsyncTask;
  readonly value: string;
  readonly onType: (typed: string) => void;
}

function Processor({ task, value, onType }: ProcessorProps) {
  const problem = countProblem(value);
  const problemId = `${task.name}-problem`;
  return (
    <tr className="[&>*]:px-3 [&>*]:py-2 sm:[&>*]:px-4 [&>*]:align-middle">
      <th scope="row" className="text-left font-medium break-words">
        <TaskName name={task.name} />
        {task.desired === 0 && (
          <span className="ml-2">
            <Chip tone="warn">{text.tasks.paused}</Chip>
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
          aria-label={text.tasks.desiredCount(task.name)}
          aria-invalid={problem !== '' || undefined}
          aria-describedby={problem === '' ? undefined : problemId}
          value={value}
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

/** A registered name, with line breaks allowed between its words. */
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
    <Panel title={text.tasks.scheduled} label={text.tasks.scheduled}>
      {tasks.length === 0 ? (
        <EmptyState title={text.tasks.noScheduled} />
      ) : (
        <table aria-label={text.tasks.scheduled} className="w-full table-fixed">
          <thead className="bg-sunken text-left text-sm text-muted [&_th]:px-3 [&_th]:py-2.5 sm:[&_th]:px-4 [&_th]:font-medium">
            <tr>
              <th scope="col">{text.tasks.name}</th>
              <th scope="col" className="w-1/4 max-sm:hidden">
                {text.tasks.schedule}
              </th>
              <th scope="col" className="w-1/2 sm:w-2/5">
                {text.tasks.lastAttempt}
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

/** Shows the result of the last attempt and its time, absolute and relative. */
function LastAttempt({
  task: { lastAttemptedAt: at, lastAttemptedSuccess: success },
  now,
}: {
  readonly task: ScheduledTask;
  readonly now: number;
}) {
  const date = readDate(at);
  if (date === null) return <span className="text-faint">{text.tasks.never}</span>;
  const tone = success ? 'good' : 'bad';
  return (
    <span className="flex items-start gap-2">
      <span className={success ? 'text-good' : 'text-bad'}>
        <ToneIcon tone={tone} size={16} />
      </span>
      <span className="min-w-0">
        <span className="font-medium">{success ? text.tasks.success : text.tasks.failure}</span>{' '}
        <span className="text-muted">
          <When at={at}>{formatHistoryTime(at)}</When> <span className="whitespace-nowrap">({formatAgo(date.valueOf(), now)})</span>
        </span>
      </span>
    </span>
  );
}
