import { useCallback, useRef, useState } from 'react';

import { ok } from '../../../../domain/result';
import type { Applied } from '../../../shared/apply-rows';
import { applySteps, type ApplySkuOptions } from '../../../shared/apply-skus';
import type { FileProblem, FileTable } from '../../../shared/csv-rows';
import { readCsvFile } from '../../../shared/read-csv-file';
import type { Failure } from '../../../shared/rpc/failure';
import { countOutcomes } from '../../../shared/sku-outcomes';
import { useCall, useToast, type Call } from '../../../shared/state/calls';
import { useSetAtom } from '../../../shared/state/jotai';
import { nudgeStatusAtom } from '../../../shared/state/session';
import { useIsShown } from '../../../shared/state/use-is-shown';
import type { IssuesQuery } from '../issues-query';
import { planImport, type SkuPlan, type SkuStep } from './import-plan';
import { importText } from './import.text';
import { readCatalog } from './read-catalog';
import type { SkuRow } from './sku-rows';

/** How long the summary stays of an import whose drawer is gone, in ms. */
const SUMMARY_MS = 30_000;

/** The stage of an import. */
export type ImportStage =
  | { readonly kind: 'file'; readonly problem: FileProblem | null; readonly busy: boolean }
  | { readonly kind: 'columns'; readonly name: string; readonly table: FileTable }
  | { readonly kind: 'reading'; readonly read: number }
  | { readonly kind: 'preview'; readonly plan: SkuPlan }
  | { readonly kind: 'applying'; readonly done: number; readonly total: number; readonly stopping: boolean }
  | ({ readonly kind: 'result'; readonly plan: SkuPlan } & Applied);

/** An import, and what moves it on. */
export interface Import {
  readonly stage: ImportStage;
  /** Why the changes could not be previewed. */
  readonly failure: Failure | null;
  readonly choose: (file: File) => Promise<void>;
  readonly preview: (rows: readonly SkuRow[]) => Promise<void>;
  readonly apply: (plan: SkuPlan) => Promise<void>;
  /** Lets the running rows finish, and starts no other. */
  readonly stop: () => void;
  readonly again: () => void;
}

const START: ImportStage = { kind: 'file', problem: null, busy: false };

/** Reads a file of SKUs, plans what it changes, and sets them one by one, each only if the variant still has the SKU that was shown. */
export function useImport(query: IssuesQuery): Import {
  const call = useCall();
  const toast = useToast();
  const nudge = useSetAtom(nudgeStatusAtom);
  const [stage, setStage] = useState<ImportStage>(START);
  const [failure, setFailure] = useState<Failure | null>(null);
  const stopped = useRef(false);
  const isShown = useIsShown();

  const choose = useCallback(async (file: File) => {
    setFailure(null);
    setStage({ kind: 'file', problem: null, busy: true });
    const table = await readCsvFile(file);
    setStage(table.ok ? { kind: 'columns', name: file.name, table: table.value } : { kind: 'file', problem: table.error, busy: false });
  }, []);

  const preview = async (rows: readonly SkuRow[]): Promise<void> => {
    const before = stage;
    setFailure(null);
    setStage({ kind: 'reading', read: 0 });
    const found = await readCatalog(call, query, (read) => setStage({ kind: 'reading', read }));
    if (!found.ok) {
      setFailure(found.error);
      setStage(before);
      return;
    }
    setStage({ kind: 'preview', plan: planImport(rows, found.value) });
  };

  const apply = async (plan: SkuPlan): Promise<void> => {
    const { source, steps } = plan;
    stopped.current = false;
    const show = (done: number): void => setStage({ kind: 'applying', done, total: steps.length, stopping: stopped.current });
    show(0);
    const applied = await applySteps(steps, {
      ...callsOf(call, source, crypto.randomUUID()),
      // Without its drawer nobody could stop it, or see what became of it.
      isStopped: () => stopped.current || !isShown(),
      onProgress: show,
    });
    nudge();
    setStage({ kind: 'result', plan, ...applied });
    // The page was left, or is about to be replaced by the sign-in page.
    if (!isShown() || applied.failure?.code === 'unauthenticated') {
      const counts = countOutcomes(steps, applied.outcomes);
      toast({ tone: 'warn', header: importText.ended.title, text: importText.ended.summary(counts), durationMs: SUMMARY_MS });
    }
  };

  const stop = (): void => {
    stopped.current = true;
    setStage((now) => (now.kind === 'applying' ? { ...now, stopping: true } : now));
  };

  return { stage, failure, choose, preview, apply, stop, again: () => setStage(START) };
}

/** Returns the calls that read and set SKUs of one platform, as one bulk change; the other platform's side of a variant stays as it is. */
function callsOf(call: Call, source: SkuPlan['source'], bulkKey: string): Pick<ApplySkuOptions<SkuStep>, 'read' | 'save'> {
  return {
    read: async ({ id, variant: { productId } }) => {
      const answer = await call((api) => api.variants.getVariantDetail({ source, variantId: id, productId }), {
        label: 'reading a variant for an import',
        toast: false,
      });
      return answer.ok ? ok(answer.value[source]?.sku ?? null) : answer;
    },
    save: async ({ id, sku }) => {
      const [shopifyVariantId, squareVariantId] = source === 'shopify' ? [id, ''] : ['', id];
      return call((api) => api.variants.saveSku({ shopifyVariantId, squareVariantId, sku, bulkKey }), {
        label: 'importing a sku',
        toast: false,
      });
    },
  };
}
