import { Link } from 'wouter';

import type { DeadLetter, DeadLetterResult } from '../../../gen/sh/operations_pb';
import { textLink } from '../../shared/components/button';
import { Table, type Column } from '../../shared/components/table';
import { When } from '../../shared/components/when';
import { formatHistoryTime } from '../../shared/dates';
import { plural } from '../../shared/formats';
import { accountPath } from '../../shared/paths';
import { taskWords } from '../task-names';

interface DeadLettersTableProps {
  readonly letters: readonly DeadLetter[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: ReadonlySet<string>) => void;
  /** Why the last replay or drop did not work, by id. */
  readonly results: ReadonlyMap<string, DeadLetterResult>;
}

/** Dead letters, each with its box to choose it. */
export function DeadLettersTable({ letters, chosen, onChoose, results }: DeadLettersTableProps) {
  const all = letters.length > 0 && letters.every(({ id }) => chosen.has(id));
  const columns: readonly Column<DeadLetter>[] = [
    {
      key: 'choose',
      header: (
        <input
          type="checkbox"
          aria-label="Choose all on this page"
          checked={all}
          onChange={() => onChoose(all ? new Set() : new Set(letters.map(({ id }) => id)))}
          className="size-4 accent-accent"
        />
      ),
      headerName: 'Chosen',
      width: 'w-11',
      cell: ({ id, subject, domain }) => (
        <input
          type="checkbox"
          aria-label={`Choose ${subject} of ${domain}`}
          checked={chosen.has(id)}
          onChange={() => onChoose(toggled(chosen, id))}
          className="size-4 accent-accent"
        />
      ),
    },
    { key: 'what', header: 'What', hook: 'what', cell: (letter) => <What letter={letter} result={results.get(letter.id)} /> },
    { key: 'whose', header: 'Customer', width: 'w-56', from: 'md', cell: (letter) => <Whose letter={letter} /> },
    {
      key: 'failed',
      header: 'Given up',
      width: 'w-30',
      from: 'md',
      cell: ({ failedAt }) => <When at={failedAt}>{formatHistoryTime(failedAt)}</When>,
    },
    { key: 'attempts', header: 'Tries', width: 'w-18', align: 'right', from: 'sm', cell: ({ attempts }) => attempts },
  ];
  return <Table label="Dead letters" columns={columns} rows={letters} rowKey={(letter) => letter.id} rowHeight={60} />;
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

function What({ letter, result }: { readonly letter: DeadLetter; readonly result: DeadLetterResult | undefined }) {
  const { processor, subject, reason, replayedAt, attempts, failedAt } = letter;
  return (
    <div className="min-w-0">
      <span className="font-medium">{taskWords(processor)}</span>
      {subject !== '' && <span className="text-muted"> · {subject}</span>}
      <span className="block break-words text-muted">{reason}</span>
      <span className="block text-sm text-muted md:hidden">
        <Whose letter={letter} />, {formatHistoryTime(failedAt)}, {plural(attempts, 'try', 'tries')}
      </span>
      {replayedAt !== '' && (
        <span className="block text-sm text-muted">
          Last handed back <When at={replayedAt}>{formatHistoryTime(replayedAt)}</When>
        </span>
      )}
      {result !== undefined && (
        <span role="alert" className="block text-sm text-bad">
          Not done: {result.problem}
        </span>
      )}
    </div>
  );
}

function Whose({ letter: { accountId, domain } }: { readonly letter: DeadLetter }) {
  if (accountId === '') return <span className="text-muted">{domain === '' ? 'Not known' : domain}</span>;
  return (
    <Link href={accountPath(accountId)} className={`${textLink} inline-block max-w-full truncate align-bottom`}>
      {domain === '' ? `Account ${accountId}` : domain}
    </Link>
  );
}
