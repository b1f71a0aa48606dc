import { Download, RotateCw } from 'lucide-react';

import { Button, ButtonLink } from '../../../shared/components/button';
import { Chip } from '../../../shared/components/chip';
import { CsvRowList } from '../../../shared/components/csv-row-list';
import { Notice, type Tone } from '../../../shared/components/notice';
import { downloadCsv } from '../../../shared/csv';
import { csvFileText } from '../../../shared/csv-file.text';
import { paths } from '../../../shared/paths';
import { countOutcomes, rowsLeft, type Outcome } from '../../../shared/sku-outcomes';
import { failureText } from '../../../shared/state/calls';
import { planCsv } from './import-plan';
import { importText } from './import.text';
import { SkuChangeRows } from './sku-change-rows';
import type { SkuRow } from './sku-rows';
import type { ImportStage } from './use-import';

const text = importText.result;

const TONES: Readonly<Record<Outcome['kind'], Tone>> = { set: 'good', changed: 'warn', refused: 'bad', unconfirmed: 'warn' };

interface ResultStageProps {
  readonly result: Extract<ImportStage, { kind: 'result' }>;
  readonly onAgain: (rows: readonly SkuRow[]) => void;
  readonly onClose: () => void;
}

/** Shows the result of each row. Those that changed since the preview, or of which nothing is known, can be previewed again. */
export function ResultStage({ result, onAgain, onClose }: ResultStageProps) {
  const { plan, outcomes, failure } = result;
  const { source, steps } = plan;
  const counts = countOutcomes(steps, outcomes);
  const left = rowsLeft(steps, outcomes);
  const refused = steps.flatMap(({ row, id, sku }) => {
    const outcome = outcomes.get(id);
    return outcome?.kind === 'refused' ? [{ row, key: sku, why: outcome.message }] : [];
  });
  const lines = (['changed', 'unconfirmed', 'untried'] as const).flatMap((kind) => (counts[kind] === 0 ? [] : [text[kind](counts[kind])]));
  return (
    <>
      {failure !== null && (
        <Notice tone="bad" title={text.ended}>
          <p>{failureText(failure)}</p>
          <p>{text.endedExplained}</p>
        </Notice>
      )}
      <div role="status">
        <p className="text-lg font-semibold">{text.title(counts.set, counts.unconfirmed)}</p>
        {lines.length > 0 && <p className="text-muted tabular-nums">{lines.join(' ')}</p>}
      </div>
      <CsvRowList open title={text.refused(refused.length)} rows={refused} />
      <SkuChangeRows label={text.list} steps={steps} note={({ id }) => <OutcomeChip outcome={outcomes.get(id)} />} />
      <div className="flex flex-wrap gap-2">
        {left.length > 0 && (
          <Button kind="primary" icon={<RotateCw size={15} />} onClick={() => onAgain(left)}>
            {text.again(left.length)}
          </Button>
        )}
        <Button icon={<Download size={15} />} onClick={() => downloadCsv(`${source}-skus-results.csv`, planCsv(plan, outcomes))}>
          {csvFileText.download}
        </Button>
        {counts.set + counts.unconfirmed > 0 && <ButtonLink href={paths.bulkChanges}>{text.bulkChanges}</ButtonLink>}
        <Button onClick={onClose}>{importText.close}</Button>
      </div>
    </>
  );
}

function OutcomeChip({ outcome }: { readonly outcome: Outcome | undefined }) {
  return <Chip tone={outcome === undefined ? 'plain' : TONES[outcome.kind]}>{importText.outcomes[outcome?.kind ?? 'untried']}</Chip>;
}
