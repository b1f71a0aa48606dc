import { Download, RotateCw } from 'lucide-react';

import { Button, ButtonLink } from '../../../shared/components/button';
import { Notice } from '../../../shared/components/notice';
import { downloadCsv } from '../../../shared/csv';
import { csvFileText } from '../../../shared/csv-file.text';
import { bulkChangePath } from '../../../shared/paths';
import { failureText } from '../../../shared/state/calls';
import { LevelRows } from '../level-rows';
import { Outcome } from '../level-stages';
import { countOutcomes } from '../level-state';
import { levelingText } from '../leveling.text';
import type { CountedSku } from './count-rows';
import { planCsv } from './import-plan';
import { importText } from './import.text';
import { countsLeft, type ImportStage } from './use-import';

const text = importText.result;

interface ResultStageProps {
  readonly result: Extract<ImportStage, { kind: 'result' }>;
  readonly onAgain: (counts: readonly CountedSku[]) => void;
  readonly onClose: () => void;
}

/** Shows the result of each row. Those that changed since the preview, or were not answered, can be previewed again. */
export function ResultStage({ result, onAgain, onClose }: ResultStageProps) {
  const { plan, names, outcomes, stopped, bulkChangeId } = result;
  const counts = countOutcomes([...outcomes.values()]);
  const left = countsLeft(plan, outcomes);
  const sent = plan.steps.filter(({ id }) => outcomes.has(id));
  return (
    <>
      {stopped !== null && (
        <Notice tone="bad" title={text.stopped}>
          {text.stoppedExplained(failureText(stopped), plan.steps.length - sent.length)}
        </Notice>
      )}
      <div role="status">
        <p className="text-lg font-semibold">{text.title(counts.taken)}</p>
        <p className="text-muted">
          {counts.stale > 0 && `${text.stale(counts.stale)} `}
          {counts.refused > 0 && text.refused(counts.refused)}
          {counts.stale + counts.refused === 0 && counts.taken > 0 && text.arriving}
        </p>
      </div>
      {sent.length > 0 && (
        <LevelRows label={text.list} steps={sent} names={names} outcome={(id) => <Outcome outcome={outcomes.get(id)} />} />
      )}
      <div className="flex flex-wrap gap-2">
        {left.length > 0 && (
          <Button kind="primary" icon={<RotateCw size={15} />} onClick={() => onAgain(left)}>
            {text.again(left.length)}
          </Button>
        )}
        <Button icon={<Download size={15} />} onClick={() => downloadCsv('import-results.csv', planCsv(plan, names, outcomes))}>
          {csvFileText.download}
        </Button>
        {bulkChangeId !== '' && <ButtonLink href={bulkChangePath(bulkChangeId)}>{levelingText.result.bulkChange}</ButtonLink>}
        <Button onClick={onClose}>{importText.close}</Button>
      </div>
    </>
  );
}
