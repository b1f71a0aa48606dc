import { Download } from 'lucide-react';

import { sourceName } from '../../../../domain/source';
import { Button } from '../../../shared/components/button';
import { downloadCsv } from '../../../shared/csv';
import { LevelRows } from '../level-rows';
import type { ListedVariant } from '../level-state';
import { movedUnits, planCsv, type ImportPlan } from './import-plan';
import { importText } from './import.text';

const text = importText.preview;

/** Rows left out that are listed; the CSV file has all. */
const SHOWN = 50;

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
              .map(({ source, more, fewer, toZero }) => `${text.moved(sourceName(source), more, fewer, toZero)} `)
              .join('')}
          {equal > 0 && text.equal(equal)}
        </p>
      </div>
      {steps.length > 0 && <LevelRows label={text.list} steps={steps} names={names} />}
      {leftOut.length > 0 && (
        <details className="rounded-lg border border-line bg-surface px-4 py-3">
          <summary className="font-medium">{text.leftOut(leftOut.length)}</summary>
          <ul className="mt-2 list-disc pl-5 text-muted">
            {leftOut.slice(0, SHOWN).map(({ row, sku, why }) => (
              <li key={sku} className="wrap-anywhere">
                {text.leftOutRow(row, sku, importText.why[why])}
              </li>
            ))}
          </ul>
          {leftOut.length > SHOWN && <p className="mt-2 text-muted">{importText.columns.more(leftOut.length - SHOWN)}</p>}
        </details>
      )}
      {steps.length > 0 && <p className="text-sm text-faint">{text.sales}</p>}
      <div className="flex flex-wrap gap-2">
        {steps.length > 0 && (
          <Button kind="primary" onClick={onApply}>
            {text.apply(steps.length)}
          </Button>
        )}
        <Button icon={<Download size={15} />} onClick={() => downloadCsv('import-preview.csv', planCsv(plan, names, null))}>
          {text.download}
        </Button>
        <Button onClick={onBack}>{importText.back}</Button>
      </div>
    </>
  );
}
