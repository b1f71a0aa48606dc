import { useCallback, useState } from 'react';

import type { LevelOutcome } from '../../../../gen/sh/inventory_pb';
import type { FileProblem, FileTable } from '../../../shared/csv-rows';
import { readCsvFile } from '../../../shared/read-csv-file';
import type { Failure } from '../../../shared/rpc/failure';
import { useCall } from '../../../shared/state/calls';
import { useSetAtom } from '../../../shared/state/jotai';
import { nudgeStatusAtom } from '../../../shared/state/session';
import type { ListedVariant } from '../level-state';
import { useReadAll } from '../read-all';
import type { CountedSku } from './count-rows';
import { planImport, type ImportPlan } from './import-plan';

/** Variants that one call sets: few enough that its progress shows, and that a failure leaves little unknown. */
const AT_ONCE = 500;

/** A plan, and the variants that it was made from, by their ids. */
interface Planned {
  readonly plan: ImportPlan;
  readonly names: ReadonlyMap<string, ListedVariant>;
}

/** The stage of an import. */
export type ImportStage =
  | { readonly kind: 'file'; readonly problem: FileProblem | null; readonly busy: boolean }
  | { readonly kind: 'columns'; readonly name: string; readonly table: FileTable }
  | { readonly kind: 'reading'; readonly read: number }
  | ({ readonly kind: 'preview' } & Planned)
  | { readonly kind: 'applying'; readonly done: number; readonly total: number }
  | ({
      readonly kind: 'result';
      readonly outcomes: ReadonlyMap<string, LevelOutcome>;
      readonly stopped: Failure | null;
      readonly bulkChangeId: string;
    } & Planned);

/** An import, and what moves it on. */
export interface Import {
  readonly stage: ImportStage;
  /** Why the changes could not be previewed. */
  readonly failure: Failure | null;
  readonly choose: (file: File) => Promise<void>;
  readonly preview: (counts: readonly CountedSku[]) => Promise<void>;
  readonly apply: (planned: Planned) => Promise<void>;
  readonly again: () => void;
}

const START: ImportStage = { kind: 'file', problem: null, busy: false };

/** Reads a file of counts, plans what it changes, and sets the counts in parts, each variant only if its stock is still what was shown. */
export function useImport(): Import {
  const call = useCall();
  const readAll = useReadAll();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [stage, setStage] = useState<ImportStage>(START);
  const [failure, setFailure] = useState<Failure | null>(null);

  const choose = useCallback(async (file: File) => {
    setFailure(null);
    setStage({ kind: 'file', problem: null, busy: true });
    const table = await readCsvFile(file);
    setStage(table.ok ? { kind: 'columns', name: file.name, table: table.value } : { kind: 'file', problem: table.error, busy: false });
  }, []);

  const preview = async (counts: readonly CountedSku[]): Promise<void> => {
    const before = stage;
    setFailure(null);
    setStage({ kind: 'reading', read: 0 });
    const found = await readAll(
      { view: 'all', query: '', filters: [], sort: '' },
      { label: 'reading the inventory for an import', onProgress: (read) => setStage({ kind: 'reading', read }) },
    );
    if (!found.ok) {
      setFailure(found.error);
      setStage(before);
      return;
    }
    const plan = planImport(counts, found.value);
    setStage({ kind: 'preview', plan, names: new Map(found.value.map((one) => [one.variant.id, one])) });
  };

  const apply = async ({ plan, names }: Planned): Promise<void> => {
    const { steps } = plan;
    const outcomes = new Map<string, LevelOutcome>();
    let stopped: Failure | null = null;
    let bulkChangeId = '';
    for (let from = 0; from < steps.length && stopped === null; from += AT_ONCE) {
      setStage({ kind: 'applying', done: from, total: steps.length });
      const request = { steps: steps.slice(from, from + AT_ONCE), kind: 'count', bulkChangeId };
      const answer = await call((api) => api.inventory.levelVariants(request), {
        label: 'importing counts',
        toast: false,
      });
      if (answer.ok) {
        ({ bulkChangeId } = answer.value);
        for (const outcome of answer.value.outcomes) outcomes.set(outcome.id, outcome);
      } else stopped = answer.error;
    }
    nudge();
    setStage({ kind: 'result', plan, names, outcomes, stopped, bulkChangeId });
  };

  return { stage, failure, choose, preview, apply, again: () => setStage(START) };
}

/**
 * Returns the counts that a finished import may set again: of variants that changed in the meantime, or whose call was not answered.
 * Never of those that were set: what has been sold since would come back.
 */
export function countsLeft(plan: ImportPlan, outcomes: ReadonlyMap<string, LevelOutcome>): readonly CountedSku[] {
  return [...plan.rows].flatMap(([id, counted]) => {
    const outcome = outcomes.get(id)?.outcome;
    return outcome === undefined || outcome === 'stale' ? [counted] : [];
  });
}
