import { useCallback } from 'react';

import { sourceName } from '../../../../domain/source';
import { ApplyProgress } from '../../../shared/components/apply-progress';
import { CsvColumnsStage, type CheckedRows } from '../../../shared/components/csv-columns-stage';
import { CsvFileStage } from '../../../shared/components/csv-file-stage';
import { Drawer } from '../../../shared/components/drawer';
import { Notice } from '../../../shared/components/notice';
import { Working } from '../../../shared/components/working';
import type { FileTable } from '../../../shared/csv-rows';
import { failureText } from '../../../shared/state/calls';
import type { IssuesQuery } from '../issues-query';
import { importText as text } from './import.text';
import { PreviewStage } from './preview-stage';
import { ResultStage } from './result-stage';
import { guessColumns, readSkus, type SkuRow } from './sku-rows';
import { useImport, type Import, type ImportStage } from './use-import';

interface ImportDrawerProps {
  /** The list that the import was opened from. Its platform is the one whose SKUs are set. */
  readonly query: IssuesQuery;
  readonly onClose: () => void;
}

/** Sets many SKUs of one platform from a CSV file: asks for the file and its columns, previews the changes, and shows the result of each. */
export function ImportDrawer({ query, onClose }: ImportDrawerProps) {
  const run = useImport(query);
  // Closing would hide which SKUs were set.
  const close = run.stage.kind === 'applying' ? () => undefined : onClose;
  return (
    <Drawer open onClose={close} title={text.title}>
      <div className="flex flex-col gap-4">
        {run.failure !== null && (
          <Notice tone="bad" title={text.preview.failed}>
            <p>{failureText(run.failure)}</p>
            <p>{text.preview.failedExplained}</p>
          </Notice>
        )}
        <Stage run={run} query={query} onClose={onClose} />
      </div>
    </Drawer>
  );
}

function Stage({ run, query, onClose }: ImportDrawerProps & { readonly run: Import }) {
  const { stage, choose, preview, apply, stop, again } = run;
  switch (stage.kind) {
    case 'file':
      return (
        <CsvFileStage
          lead={text.file.lead(sourceName(query.source))}
          needed={text.file.needed}
          leftOut={text.file.leftOut}
          problem={stage.problem}
          busy={stage.busy}
          onFile={(file) => void choose(file)}
        />
      );
    case 'columns':
      return <Columns stage={stage} source={query.source} onPreview={(rows) => void preview(rows)} onBack={again} />;
    case 'reading':
      return <Working>{text.columns.reading(stage.read)}</Working>;
    case 'preview':
      return <PreviewStage plan={stage.plan} onApply={() => void apply(stage.plan)} onBack={again} />;
    case 'applying':
      return <Applying stage={stage} onStop={stop} />;
    case 'result':
      return <ResultStage result={stage} onAgain={(rows) => void preview(rows)} onClose={onClose} />;
  }
}

interface ColumnsProps {
  readonly stage: Extract<ImportStage, { kind: 'columns' }>;
  readonly source: IssuesQuery['source'];
  readonly onPreview: (rows: readonly SkuRow[]) => void;
  readonly onBack: () => void;
}

function Columns({ stage: { name, table }, source, onPreview, onBack }: ColumnsProps) {
  const platform = sourceName(source);
  const check = useCallback(
    (file: FileTable, id: number, sku: number): CheckedRows<SkuRow> => {
      const { skus, wrong, blank } = readSkus(file, { id, sku }, source);
      return {
        rows: skus,
        wrong: wrong.map(({ row, problem, value }) => ({ row, why: text.rowProblems[problem](value.slice(0, 100), platform) })),
        found: skus.length === 0 ? text.columns.none : text.columns.found(skus.length, blank),
      };
    },
    [source, platform],
  );
  return (
    <CsvColumnsStage
      name={name}
      table={table}
      labels={[text.columns.id(platform), text.columns.sku]}
      same={text.columns.same}
      guessed={guessColumns(table, source)}
      check={check}
      onPreview={onPreview}
      onBack={onBack}
    />
  );
}

interface ApplyingProps {
  readonly stage: Extract<ImportStage, { kind: 'applying' }>;
  readonly onStop: () => void;
}

function Applying({ stage: { done, total, stopping }, onStop }: ApplyingProps) {
  return (
    <ApplyProgress
      progress={text.applying.progress(done, total)}
      note={stopping ? text.applying.stopping : text.applying.explained}
      stop={text.applying.stop}
      stopping={stopping}
      onStop={onStop}
    />
  );
}
