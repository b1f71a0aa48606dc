import { Download } from 'lucide-react';

import { sourceName } from '../../../../domain/source';
import { Button } from '../../../shared/components/button';
import { CsvRowList } from '../../../shared/components/csv-row-list';
import { downloadCsv } from '../../../shared/csv';
import { csvFileText } from '../../../shared/csv-file.text';
import { LevelRows } from '../level-rows';
import { movedUnits, type ListedVariant } from '../level-state';
import { levelingText } from '../leveling.text';
import { planCsv, type ImportPlan } from './import-plan';
import { importText } from './import.text';

const text = importText.preview;

interface PreviewStageProps {
  readonly plan: ImportPlan;
  readonly names: ReadonlyMap<string, ListedVariant>;
  readonly onApply: () => void;
  readonly onBack: () => void;
}

/** Shows what will change, row by row, before anything does, and what is left out. */
export function PreviewStage({ plan, names, onApply, onBack }: PreviewStageProps) {
  const { steps, equal, leftOut } = plan;
  return (
    <>
      <div>
        <p className="text-lg font-semibold">{text.title(steps.length)}</p>
        <p className="text-muted tabular-nums">
          {steps.length > 0 &&
            movedUnits(steps)
              .map(({ source, more, fewer, toZero }) => `${levelingText.preview.moved(sourceName(source), more, fewer, toZero)} `)
              .join('')}
          {equal > 0 && text.equal(equal)}
        </p>
      </div>
      {steps.length > 0 && <LevelRows label={text.list} steps={steps} names={names} />}
      <CsvRowList
        title={csvFileText.leftOut(leftOut.length)}
        rows={leftOut.map(({ row, sku, why }) => ({ row, key: sku, why: importText.why[why] }))}
      />
      {steps.length > 0 && <p className="text-sm text-faint">{text.sales}</p>}
      <div className="flex flex-wrap gap-2">
        {steps.length > 0 && (
          <Button kind="primary" onClick={onApply}>
            {text.apply(steps.length)}
          </Button>
        )}
        <Button icon={<Download size={15} />} onClick={() => downloadCsv('import-preview.csv', planCsv(plan, names, null))}>
          {csvFileText.download}
        </Button>
        <Button onClick={onBack}>{csvFileText.back}</Button>
      </div>
    </>
  );
}
