import { parseSource, sourceName } from '../../../domain/source';
import type { AccountTask, AccountTaskList } from '../../../gen/sh/operations_pb';
import { Chip } from '../../shared/components/chip';
import { ErrorPanel } from '../../shared/components/error-panel';
import type { Tone } from '../../shared/components/notice';
import { Panel } from '../../shared/components/page';
import { SkeletonRows } from '../../shared/components/skeleton';
import { formatFull } from '../../shared/dates';
import { formatCount, plural } from '../../shared/formats';
import type { Loaded } from '../../shared/state/load';
import { latest } from '../../shared/state/remote';
import { agoText } from '../formats';
import { taskWords } from '../task-names';

/** A customer's background work, the newest first, with how far it has come. */
export function TasksPanel({ loaded, now }: { readonly loaded: Loaded<AccountTaskList>; readonly now: number }) {
  const list = latest(loaded.remote);
  return (
    <Panel title="Background tasks">
      {list === null ? (
        loaded.remote.state === 'failed' ? (
          <ErrorPanel title="The tasks could not be loaded." safe="They go on." failure={loaded.remote.failure} onRetry={loaded.reload} />
        ) : (
          <SkeletonRows rows={4} height="h-12" />
        )
      ) : list.tasks.length === 0 ? (
        <p className="px-4 py-4 text-muted">None so far</p>
      ) : (
        <ul aria-label="Tasks" className="max-h-96 divide-y divide-line overflow-y-auto" tabIndex={0}>
          {list.tasks.map((task) => (
            <TaskRow key={task.id} task={task} now={now} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

const STATES: Readonly<Record<string, Tone | 'plain'>> = { queued: 'plain', running: 'info', done: 'good', failed: 'bad' };

function TaskRow({ task, now }: { readonly task: AccountTask; readonly now: number }) {
  const source = parseSource(task.source);
  const name = `${taskWords(task.name)}${source === null ? '' : `, ${sourceName(source)}`}`;
  const at = [task.finishedAt, task.startedAt, task.queuedAt].find((time) => time !== '') ?? '';
  return (
    <li className="px-4 py-2.5" data-task={task.name} data-state={task.state}>
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate font-medium">{name}</span>
        <Chip tone={STATES[task.state] ?? 'plain'}>{task.state}</Chip>
      </div>
      <p className="text-sm text-muted">
        <time dateTime={at} title={formatFull(at)}>
          {agoText(at, now)}
        </time>
        {progressText(task)}
        {task.attempts > 0 && `, ${plural(task.attempts, 'failure', 'failures')} in a row`}
      </p>
      {task.state === 'running' && (
        <progress
          aria-label={`Progress of ${name}`}
          className="snapshot-progress mt-1.5"
          {...(task.total > 0 ? { value: task.progress, max: task.total } : {})}
        />
      )}
      {task.error !== '' && <p className="mt-0.5 text-sm break-words text-bad">{task.error}</p>}
    </li>
  );
}

/** ', 12 of 60' where the size is known, else ', 12' once something was done. */
function progressText({ progress, total }: AccountTask): string {
  if (total > 0) return `, ${formatCount(progress)} of ${formatCount(total)}`;
  return progress > 0 ? `, ${formatCount(progress)}` : '';
}
