import { Link } from 'wouter';

import type { DeadLetter, DeadLetterResult } from '../../../gen/sh/operations_pb';
import { textLink } from '../../shared/components/button';
import { Table, type Column } from '../../shared/components/table';
import { When } from '../../shared/components/when';
import { formatHistoryTime } from '../../shared/history-time';
import { accountPath } from '../../shared/paths';
import { operatorText } from '../operator.text';
import { taskName } from '../task-names';
import { text } from './dead-letters.text';

interface DeadLettersTableProps {
  readonly letters: readonly DeadLetter[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  /** Those on which the last replay or drop failed, by id. */
  readonly failures: ReadonlyMap<string, DeadLetterResult>;
}

/** Shows dead letters, each with a check box to select it. */
export function DeadLettersTable({ letters, selected, onSelect, failures }: DeadLettersTableProps) {
  const all = letters.length > 0 && letters.every(({ id }) => selected.has(id));
  const columns: readonly Column<DeadLetter>[] = [
    {
      key: 'select',
      header: (
        <input
          type="checkbox"
          aria-label={text.selectAll}
          checked={all}
          onChange={() => onSelect(all ? new Set() : new Set(letters.map(({ id }) => id)))}
          className="size-4 accent-accent"
        />
      ),
      headerName: text.columns.selected,
      width: 'w-11',
      cell: ({ id, subject, domain }) => (
        <input
          type="checkbox"
          aria-label={text.select(subject, domain)}
          checked={selected.has(id)}
          onChange={() => onSelect(toggled(selected, id))}
          className="size-4 accent-accent"
        />
      ),
    },
    {
      key: 'letter',
      header: text.columns.deadLetter,
      hook: 'letter',
      cell: (letter) => <Letter letter={letter} failure={failures.get(letter.id)} />,
    },
    { key: 'customer', header: text.columns.customer, width: 'w-56', from: 'md', cell: (letter) => <Customer letter={letter} /> },
    {
      key: 'failed',
      header: text.columns.failed,
      width: 'w-30',
      from: 'md',
      cell: ({ failedAt }) => <When at={failedAt}>{formatHistoryTime(failedAt)}</When>,
    },
    { key: 'attempts', header: text.columns.attempts, width: 'w-24', align: 'right', from: 'sm', cell: ({ attempts }) => attempts },
  ];
  return <Table label={text.title} columns={columns} rows={letters} rowKey={(letter) => letter.id} rowHeight={60} />;
}

function toggled(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

function Letter({ letter, failure }: { readonly letter: DeadLetter; readonly failure: DeadLetterResult | undefined }) {
  const { processor, subject, reason, replayedAt, attempts, failedAt } = letter;
  return (
    <div className="min-w-0">
      <span className="font-medium">{taskName(processor)}</span>
      {subject !== '' && <span className="text-muted"> · {subject}</span>}
      <span className="block break-words text-muted">{reason}</span>
      <span className="block text-sm text-muted md:hidden">
        <Customer letter={letter} />, {formatHistoryTime(failedAt)}, {text.attempts(attempts)}
      </span>
      {replayedAt !== '' && (
        <span className="block text-sm text-muted">
          {text.lastReplayed} <When at={replayedAt}>{formatHistoryTime(replayedAt)}</When>
        </span>
      )}
      {failure !== undefined && (
        <span role="alert" className="block text-sm text-bad">
          {text.notDone(failure.problem)}
        </span>
      )}
    </div>
  );
}

function Customer({ letter: { accountId, domain } }: { readonly letter: DeadLetter }) {
  if (accountId === '') return <span className="text-muted">{domain === '' ? text.unknownCustomer : domain}</span>;
  return (
    <Link href={accountPath(accountId)} className={`${textLink} inline-block max-w-full truncate align-bottom`}>
      {domain === '' ? operatorText.account(accountId) : domain}
    </Link>
  );
}
