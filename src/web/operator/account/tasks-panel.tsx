import { parseSource } from '../../../domain/source';
import type { AccountTask, AccountTaskList } from '../../../gen/sh/operations_pb';
import { Chip } from '../../shared/components/chip';
import type { Tone } from '../../shared/components/notice';
import { Panel } from '../../shared/components/page';
import { Unloaded } from '../../shared/components/unloaded';
import { formatFull } from '../../shared/dates';
import type { Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { agoText } from '../formats';
import { operatorText } from '../operator.text';
import { taskName } from '../task-names';
import { text } from './account.text';

/** Lists an account's background tasks with their progress, newest first. */
export function TasksPanel({ loaded, now }: { readonly loaded: Loaded<AccountTaskList>; readonly now: number }) {
  const list = latest(loaded.remote);
  return (
    <Panel title={text.tasks.title}>
      {list === null ? (
        <Unloaded loaded={loaded} title={text.tasks.failed} safe={operatorText.tasksKeepRunning} rows={4} height="h-12" />
      ) : list.tasks.length === 0 ? (
        <p className="px-4 py-4 text-muted">{text.tasks.none}</p>
      ) : (
        <ul aria-label={text.tasks.label} className="max-h-96 divide-y divide-line overflow-y-auto" tabIndex={0}>
          {list.tasks.map((task) => (
            <TaskRow key={task.id} task={task} now={now} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const TONES: Readonly<Record<string, Tone | 'plain'>> = { queued: 'plain', running: 'info', done: 'good', failed: 'bad' };

function TaskRow({ task, now }: { readonly task: AccountTask; readonly now: number }) {
  const source = parseSource(task.source);
  const name = text.tasks.name(taskName(task.name), source);
  const at = [task.finishedAt, task.startedAt, task.queuedAt].find((time) => time !== '') ?? '';
  return (
    <li className="px-4 py-2.5" data-task={task.name} data-state={task.state}>
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-medium">{name}</span>
        <Chip tone={TONES[task.state] ?? 'plain'}>{text.tasks.states[task.state] ?? task.state}</Chip>
      </div>
      <p className="text-sm text-muted">
        <time dateTime={at} title={formatFull(at)}>
          {agoText(at, now)}
        </time>
        {text.tasks.progress(task.progress, task.total)}
        {text.tasks.failures(task.attempts)}
      </p>
      {task.state === 'running' && (
        <progress
          aria-label={text.tasks.progressOf(name)}
          className="snapshot-progress mt-1.5"
          {...(task.total > 0 ? { value: task.progress, max: task.total } : {})}
        />
      )}
      {task.error !== '' && <p className="mt-0.5 text-sm break-words text-bad">{task.error}</p>}
    </li>
  );
}
