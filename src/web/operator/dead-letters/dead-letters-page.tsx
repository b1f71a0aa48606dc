import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';

import type { DeadLetter, DeadLetterResult } from '../../../gen/sh/operations_pb';
import { Button } from '../../shared/components/button';
import { Choice } from '../../shared/components/choice';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { EmptyState } from '../../shared/components/empty-state';
import { ErrorPanel } from '../../shared/components/error-panel';
import { CursorPager } from '../../shared/components/pager';
import { SkeletonRows } from '../../shared/components/skeleton';
import { formatCount, plural } from '../../shared/formats';
import { useCall, useToast } from '../../shared/state/calls';
import { useLoad, type Loaded } from '../../shared/state/load';
import { useOperatorApi } from '../../shared/state/operator-api';
import { latest } from '../../shared/state/remote';
import { OperatorPage } from '../operator-page';
import { taskWords, useProcessorNames } from '../task-names';
import { DeadLettersTable } from './dead-letters-table';
import {
  deadLettersAtom,
  outcomeText,
  PAGE_SIZE,
  readDeadLettersQuery,
  writeDeadLettersQuery,
  type Deed,
  type DeadLettersQuery,
} from './state';

/** Tasks and webhooks that were given up: why, and the ways to try them again or to let them go. */
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
  const page = latest(loaded.remote);
  const letters = page?.letters ?? [];
  const work = useWork(loaded);
  const names = useProcessorNames([query.processor, ...letters.map(({ processor }) => processor)]);
  const show = (next: Partial<DeadLettersQuery>) => {
    work.choose(new Set());
    setParams(writeDeadLettersQuery({ ...query, cursor: '', ...next }));
  };
  const chosen = letters.filter(({ id }) => work.chosen.has(id));
  return (
    <OperatorPage title="Dead letters" lead="Tasks and webhooks that failed for good. Replay hands them to their processors once more.">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Choice
          label="Processor"
          options={[{ value: '', label: 'All processors' }, ...names.map((name) => ({ value: name, label: taskWords(name) }))]}
          value={query.processor}
          onChange={(processor) => show({ processor })}
        />
        <Button kind="primary" busy={work.busy === 'replay'} aria-disabled={chosen.length === 0} onClick={() => work.run('replay', chosen)}>
          Replay{chosen.length > 0 && ` ${formatCount(chosen.length)}`}
        </Button>
        <Button busy={work.busy === 'drop'} aria-disabled={chosen.length === 0} onClick={() => work.ask(true)}>
          Drop{chosen.length > 0 && ` ${formatCount(chosen.length)}`}
        </Button>
      </div>
      <section aria-label="Dead letters" className="rounded-lg border border-line bg-surface shadow-card">
        {page === null ? (
          loaded.remote.state === 'failed' ? (
            <ErrorPanel
              title="The dead letters could not be loaded."
              safe="Nothing was changed, and none of them is lost."
              failure={loaded.remote.failure}
              onRetry={loaded.reload}
            />
          ) : (
            <SkeletonRows rows={8} height="h-14" />
          )
        ) : letters.length === 0 ? (
          <EmptyState icon={<MailCheck size={22} aria-hidden="true" />} title="No dead letters">
            Nothing was given up.
          </EmptyState>
        ) : (
          <DeadLettersTable letters={letters} chosen={work.chosen} onChoose={work.choose} results={work.results} />
        )}
        {page !== null && (
          <CursorPager
            cursor={query.cursor}
            next={page.nextCursor}
            summary={`${formatCount(letters.length)} of ${plural(page.total, 'dead letter', 'dead letters')}`}
            onCursor={(cursor) => {
              show({ cursor });
              window.scrollTo({ top: 0 });
            }}
          />
        )}
      </section>
      {work.asking && (
        <ConfirmDialog
          title="Drop dead letters"
          question={`Are you sure you want to drop ${plural(chosen.length, 'dead letter', 'dead letters')}? What they asked for will not be done, and they cannot be brought back.`}
          action="Drop"
          danger
          busy={work.busy === 'drop'}
          onConfirm={() => work.run('drop', chosen)}
          onClose={() => work.ask(false)}
        />
      )}
    </OperatorPage>
  );
}

interface Work {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (ids: ReadonlySet<string>) => void;
  /** What is being done now. */
  readonly busy: Deed | null;
  /** Whether the question before dropping is open. */
  readonly asking: boolean;
  readonly ask: (open: boolean) => void;
  /** Why the last deed did not work, by id. */
  readonly results: ReadonlyMap<string, DeadLetterResult>;
  readonly run: (deed: Deed, letters: readonly DeadLetter[]) => Promise<void>;
}

function useWork(loaded: Loaded<object>): Work {
  const operators = useOperatorApi();
  const call = useCall();
  const toast = useToast();
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState<Deed | null>(null);
  const [asking, ask] = useState(false);
  const [results, setResults] = useState<ReadonlyMap<string, DeadLetterResult>>(new Map());
  const run = async (deed: Deed, letters: readonly DeadLetter[]) => {
    if (letters.length === 0) return;
    setBusy(deed);
    const ids = letters.map(({ id }) => id);
    const answer = await call(
      (_, options) =>
        deed === 'replay'
          ? operators.operations.replayDeadLetters({ ids }, options)
          : operators.operations.dropDeadLetters({ ids }, options),
      { label: deed === 'replay' ? 'replaying dead letters' : 'dropping dead letters' },
    );
    setBusy(null);
    ask(false);
    if (!answer.ok) return;
    const outcomes = answer.value.results;
    setResults(new Map(outcomes.filter(({ ok }) => !ok).map((result) => [result.id, result])));
    choose(new Set());
    toast({ tone: outcomes.every(({ ok }) => ok) ? 'good' : 'warn', text: outcomeText(deed, outcomes) });
    loaded.reload();
  };
  return { chosen, choose, busy, asking, ask, results, run };
}
