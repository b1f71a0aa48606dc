import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';

import type { DeadLetter, DeadLetterResult } from '../../../gen/sh/operations_pb';
import { Button } from '../../shared/components/button';
import { Choice } from '../../shared/components/choice';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { EmptyState } from '../../shared/components/empty-state';
import { useCall, useToast } from '../../shared/state/calls';
import { useLoad } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { CursorList } from '../cursor-list';
import { OperatorPage } from '../operator-page';
import { taskName, useProcessorNames } from '../task-names';
import { DeadLettersTable } from './dead-letters-table';
import { text } from './dead-letters.text';
import {
  deadLettersAtom,
  describeResults,
  PAGE_SIZE,
  readDeadLettersQuery,
  writeDeadLettersQuery,
  type DeadLetterAction,
  type DeadLettersQuery,
} from './state';

/** Lists the tasks and webhooks that failed every attempt, to replay or drop. */
export function DeadLettersPage() {
  const [params, setParams] = useSearchParams();
  const query = readDeadLettersQuery(params);
  const operators = useOperatorApi();
  const loaded = useLoad({
    atom: deadLettersAtom,
    key: JSON.stringify(query),
    label: 'getting dead letters',
    make: (_, options) =>
      operators.operations.getDeadLetters({ processor: query.processor, cursor: query.cursor, limit: PAGE_SIZE }, options),
    keep: true,
  });
  const listed = latest(loaded.remote)?.letters ?? [];
  const actions = useDeadLetterActions(loaded.reload);
  const names = useProcessorNames([query.processor, ...listed.map(({ processor }) => processor)]);
  const show = (next: Partial<DeadLettersQuery>) => {
    actions.select(new Set());
    setParams(writeDeadLettersQuery({ ...query, cursor: '', ...next }));
  };
  const selected = listed.filter(({ id }) => actions.selected.has(id));
  const none = selected.length === 0;
  return (
    <OperatorPage title={text.title} lead={text.lead}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Choice
          label={text.processor}
          options={[{ value: '', label: text.allProcessors }, ...names.map((name) => ({ value: name, label: taskName(name) }))]}
          value={query.processor}
          onChange={(processor) => show({ processor })}
        />
        <Button kind="primary" busy={actions.busy === 'replay'} aria-disabled={none} onClick={() => actions.run('replay', selected)}>
          {text.replay(selected.length)}
        </Button>
        <Button busy={actions.busy === 'drop'} aria-disabled={none} onClick={() => actions.setConfirming(true)}>
          {text.drop(selected.length)}
        </Button>
      </div>
      <CursorList
        label={text.title}
        loaded={loaded}
        cursor={query.cursor}
        failed={text.failed}
        safe={text.failedSafe}
        summary={({ letters, total }) => text.count(letters.length, total)}
        onCursor={(cursor) => show({ cursor })}
        isEmpty={({ letters }) => letters.length === 0}
        empty={
          <EmptyState icon={MailCheck} title={text.none}>
            {text.noneHint}
          </EmptyState>
        }
      >
        {({ letters }) => (
          <DeadLettersTable letters={letters} selected={actions.selected} onSelect={actions.select} failures={actions.failures} />
        )}
      </CursorList>
      {actions.confirming && (
        <ConfirmDialog
          title={text.dropTitle}
          question={text.dropQuestion(selected.length)}
          action={text.dropAction}
          danger
          busy={actions.busy === 'drop'}
          onConfirm={() => actions.run('drop', selected)}
          onClose={() => actions.setConfirming(false)}
        />
      )}
    </OperatorPage>
  );
}

interface DeadLetterActions {
  readonly selected: ReadonlySet<string>;
  readonly select: (ids: ReadonlySet<string>) => void;
  readonly busy: DeadLetterAction | null;
  /** The question before dropping is open. */
  readonly confirming: boolean;
  readonly setConfirming: (open: boolean) => void;
  /** Those on which the last action failed, by id. */
  readonly failures: ReadonlyMap<string, DeadLetterResult>;
  readonly run: (action: DeadLetterAction, letters: readonly DeadLetter[]) => Promise<void>;
}

function useDeadLetterActions(reload: () => void): DeadLetterActions {
  const operators = useOperatorApi();
  const call = useCall();
  const toast = useToast();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState<DeadLetterAction | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [failures, setFailures] = useState<ReadonlyMap<string, DeadLetterResult>>(new Map());
  const run = async (action: DeadLetterAction, letters: readonly DeadLetter[]) => {
    if (letters.length === 0) return;
    setBusy(action);
    const ids = letters.map(({ id }) => id);
    const answer = await call(
      (_, options) =>
        action === 'replay'
          ? operators.operations.replayDeadLetters({ ids }, options)
          : operators.operations.dropDeadLetters({ ids }, options),
      { label: action === 'replay' ? 'replaying dead letters' : 'dropping dead letters' },
    );
    setBusy(null);
    setConfirming(false);
    if (!answer.ok) return;
    const { results } = answer.value;
    setFailures(new Map(results.filter(({ ok }) => !ok).map((result) => [result.id, result])));
    select(new Set());
    toast({ tone: results.every(({ ok }) => ok) ? 'good' : 'warn', text: describeResults(action, results) });
    reload();
  };
  return { selected, select, busy, confirming, setConfirming, failures, run };
}
