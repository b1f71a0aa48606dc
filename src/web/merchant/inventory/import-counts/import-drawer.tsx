import { CsvFileStage } from '../../../shared/components/csv-file-stage';
import { Drawer } from '../../../shared/components/drawer';
import { Notice } from '../../../shared/components/notice';
import { Working } from '../../../shared/components/working';
import { failureText } from '../../../shared/state/calls';
import { ColumnsStage } from './columns-stage';
import { importText as text } from './import.text';
import { PreviewStage } from './preview-stage';
import { ResultStage } from './result-stage';
import { useImport, type Import } from './use-import';

/** Sets many counts from a CSV file: asks for the file and its columns, previews the changes, and shows the result of each. */
export function ImportDrawer({ onClose }: { readonly onClose: () => void }) {
  const run = useImport();
  // Closing would hide which counts were set.
  const close = run.stage.kind === 'applying' ? () => undefined : onClose;
  return (
    <Drawer open onClose={close} title={text.title}>
      <div className="flex flex-col gap-4">
        {run.failure !== null && (
          <Notice tone="bad" title={text.preview.failed}>
            {text.preview.failedExplained(failureText(run.failure))}
          </Notice>
        )}
        <Stage run={run} onClose={onClose} />
      </div>
    </Drawer>
  );
}

function Stage({ run, onClose }: { readonly run: Import; readonly onClose: () => void }) {
  const { stage, choose, preview, apply, again } = run;
  switch (stage.kind) {
    case 'file':
      return (
        <CsvFileStage
          lead={text.file.lead}
          needed={text.file.needed}
          leftOut={text.file.leftOut}
          problem={stage.problem}
          busy={stage.busy}
          onFile={(file) => void choose(file)}
        />
      );
    case 'columns':
      return <ColumnsStage name={stage.name} table={stage.table} onPreview={(counts) => void preview(counts)} onBack={again} />;
    case 'reading':
      return <Working>{text.columns.reading(stage.read)}</Working>;
    case 'preview':
      return <PreviewStage plan={stage.plan} names={stage.names} onApply={() => void apply(stage)} onBack={again} />;
    case 'applying':
      return <Working>{text.applying(stage.done, stage.total)}</Working>;
    case 'result':
      return <ResultStage result={stage} onAgain={(counts) => void preview(counts)} onClose={onClose} />;
  }
}
