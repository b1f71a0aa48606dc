import { Download } from 'lucide-react';

import { otherSource, sourceName } from '../../../../domain/source';
import { Button } from '../../../shared/components/button';
import { Chip } from '../../../shared/components/chip';
import { CsvRowList } from '../../../shared/components/csv-row-list';
import { Notice } from '../../../shared/components/notice';
import { downloadCsv } from '../../../shared/csv';
import { csvFileText } from '../../../shared/csv-file.text';
import { useAtomValue } from '../../../shared/state/jotai';
import { latest } from '../../../shared/state/remote';
import { statusAtom } from '../../../shared/state/session';
import { leftOutText, planCsv, type SkuPlan } from './import-plan';
import { importText } from './import.text';
import { SkuChangeRows } from './sku-change-rows';

const text = importText.preview;

interface PreviewStageProps {
  readonly plan: SkuPlan;
  readonly onApply: () => void;
  readonly onBack: () => void;
}

/** Shows what will change, row by row, before anything does, what that links, and what is left out. */
export function PreviewStage({ plan, onApply, onBack }: PreviewStageProps) {
  const { source, steps, equal, leftOut } = plan;
  const other = sourceName(otherSource(source));
  return (
    <>
      <div>
        <p className="text-lg font-semibold">{text.title(steps.length, sourceName(source))}</p>
        {equal > 0 && <p className="text-muted tabular-nums">{text.equal(equal)}</p>}
      </div>
      {steps.length > 0 && (
        <>
          <Links plan={plan} />
          <SkuChangeRows
            label={text.list}
            steps={steps}
            note={({ links }) => links && <Chip tone="info">{importText.row.links(other)}</Chip>}
          />
        </>
      )}
      <CsvRowList
        title={csvFileText.leftOut(leftOut.length)}
        rows={leftOut.map((one) => ({ row: one.row, key: importText.leftOutKey(one.sku, one.id), why: leftOutText(one, source) }))}
      />
      {steps.length > 0 && (
        <p className="text-sm text-faint">
          {text.meanwhile} {source === 'shopify' && text.barcodes}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {steps.length > 0 && (
          <Button kind="primary" onClick={onApply}>
            {text.apply(steps.length)}
          </Button>
        )}
        <Button icon={<Download size={15} />} onClick={() => downloadCsv(`${source}-skus-preview.csv`, planCsv(plan, null))}>
          {csvFileText.download}
        </Button>
        <Button onClick={onBack}>{csvFileText.back}</Button>
      </div>
    </>
  );
}

/** Says which stock will start or stop to sync. */
function Links({ plan: { source, steps, blocked } }: { readonly plan: SkuPlan }) {
  const status = latest(useAtomValue(statusAtom));
  const side = otherSource(source);
  const other = sourceName(side);
  const isRead = status?.snapshots.find(({ name }) => name === side)?.state === 'done';
  const links = steps.filter((step) => step.links).length;
  const linked = steps.filter(({ variant }) => variant.linked).length;
  return (
    <>
      {links > 0 ? (
        <Notice tone="info" title={text.links(links, other)}>
          {text.linksExplained(links, other)}
          {blocked > 0 && ` ${text.blocked(blocked, other)}`}
        </Notice>
      ) : (
        isRead && (
          <p className="text-muted">
            {text.noLinks(other)}
            {blocked > 0 && ` ${text.blocked(blocked, other)}`}
          </p>
        )
      )}
      {!isRead && <Notice tone="warn">{text.unread(other)}</Notice>}
      {linked > 0 && (
        <Notice tone="warn" title={text.linked(linked, other)}>
          {text.linkedExplained(other)}
        </Notice>
      )}
    </>
  );
}
