import { Download, RotateCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { SOURCES, sourceName } from '../../../domain/source';
import { Button, ButtonLink } from '../components/button';
import { CheckBox } from '../components/check-box';
import { Chip } from '../components/chip';
import { Notice, type Tone } from '../components/notice';
import { PlatformGlyph } from '../components/platform-glyph';
import { ScrollList } from '../components/scroll-list';
import { downloadCsv, toCsv } from '../csv';
import { csvFileText } from '../csv-file.text';
import { isolate } from '../formats';
import { paths } from '../paths';
import { countOutcomes, rowsLeft, type Outcome } from '../sku-outcomes';
import { failureText } from '../state/calls';
import { variantName, variantTitle } from '../variant-names';
import type { TrackingPlan, TrackingRow } from './tracking-plan';
import { trackingText } from './tracking.text';
import type { TrackingStage } from './use-tracking';

interface TrackingPreviewProps {
  readonly plan: TrackingPlan;
  readonly onApply: (rows: readonly TrackingRow[]) => void;
  readonly onClose: () => void;
}

/** Shows which variants will be tracked, on which platform, and what is left out. Each can be deselected. */
export function TrackingPreview({ plan: { rows, leftOut }, onApply, onClose }: TrackingPreviewProps) {
  const text = trackingText.preview;
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ id }) => !off.has(id));
  const toggle = (id: string, on: boolean): void => {
    const next = new Set(off);
    if (on) next.delete(id);
    else next.add(id);
    setOff(next);
  };
  const parts = SOURCES.flatMap((source) => {
    const count = chosen.filter((row) => row.source === source).length;
    return count === 0 ? [] : [text.ofPlatform(sourceName(source), count)];
  });
  const reasons = (['tracked', 'excluded', 'archived'] as const).flatMap((why) => (leftOut[why] === 0 ? [] : [text[why](leftOut[why])]));
  return (
    <>
      <div>
        <p role="status" className="text-lg font-semibold">
          {text.title(chosen.length)}
        </p>
        {parts.length > 0 && <p className="text-muted tabular-nums">{parts.join(', ')}</p>}
        {reasons.map((reason) => (
          <p key={reason} className="text-muted tabular-nums">
            {reason}
          </p>
        ))}
      </div>
      {rows.length > 0 && (
        <>
          <Notice tone="warn" title={text.startTitle}>
            {text.start}
          </Notice>
          <div>
            <CheckBox
              label={text.all(rows.length)}
              checked={chosen.length === rows.length}
              onChange={(on) => setOff(new Set(on ? [] : rows.map(({ id }) => id)))}
            />
            <ScrollList label={text.list} rows={rows} rowKey={({ id }) => id}>
              {(row) => (
                <label className="flex h-full min-w-0 flex-1 cursor-pointer items-center gap-3">
                  <input
                    type="checkbox"
                    aria-label={text.row(variantName(row.variant.productName, row.variant.name), sourceName(row.source))}
                    checked={!off.has(row.id)}
                    onChange={(event) => toggle(row.id, event.target.checked)}
                    className="size-4 shrink-0 accent-accent"
                  />
                  <Name row={row} />
                </label>
              )}
            </ScrollList>
          </div>
          <p className="text-sm text-faint">{text.undo}</p>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {rows.length > 0 && (
          <Button kind="primary" disabled={chosen.length === 0} onClick={() => onApply(chosen)}>
            {text.apply(chosen.length)}
          </Button>
        )}
        {rows.length > 0 && (
          <Button icon={<Download size={15} />} onClick={() => downloadCsv('tracking-preview.csv', trackingCsv(chosen))}>
            {csvFileText.download}
          </Button>
        )}
        <Button onClick={onClose}>{trackingText.close}</Button>
      </div>
    </>
  );
}

/** Returns the variants that will be tracked as a CSV file. */
function trackingCsv(rows: readonly TrackingRow[]): string {
  return toCsv(
    trackingText.preview.csvColumns,
    rows.map(({ source, variant: { productName, name, sku } }) => [sourceName(source), productName, variantTitle(name), sku]),
  );
}

const TONES: Readonly<Record<Outcome['kind'], Tone>> = { set: 'good', changed: 'warn', refused: 'bad', unconfirmed: 'warn' };

interface TrackingResultProps {
  readonly result: Extract<TrackingStage, { kind: 'result' }>;
  readonly onAgain: (rows: readonly TrackingRow[]) => void;
  readonly onClose: () => void;
}

/** Shows the result of each variant. Those of which nothing is known, or that were not tried, can be tried again. */
export function TrackingResult({ result: { rows, outcomes, failure }, onAgain, onClose }: TrackingResultProps) {
  const text = trackingText.result;
  const counts = countOutcomes(rows, outcomes);
  const left = rowsLeft(rows, outcomes);
  const lines = (['refused', 'unconfirmed', 'untried'] as const).flatMap((kind) => (counts[kind] === 0 ? [] : [text[kind](counts[kind])]));
  return (
    <>
      {failure !== null && (
        <Notice tone="bad" title={text.ended}>
          <p>{failureText(failure)}</p>
          {left.length > 0 && <p>{text.endedExplained}</p>}
        </Notice>
      )}
      <div role="status">
        <p className="text-lg font-semibold">{text.title(counts.set, counts.unconfirmed)}</p>
        {lines.length > 0 && <p className="text-muted tabular-nums">{lines.join(' ')}</p>}
      </div>
      <ScrollList label={text.list} rows={rows} rowKey={({ id }) => id}>
        {(row) => {
          const outcome = outcomes.get(row.id);
          const why = outcome !== undefined && 'message' in outcome ? outcome.message : '';
          return (
            <>
              <Name row={row} detail={why} />
              <span className="shrink-0">
                <Chip tone={outcome === undefined ? 'plain' : TONES[outcome.kind]}>
                  {trackingText.outcomes[outcome?.kind ?? 'untried']}
                </Chip>
              </span>
            </>
          );
        }}
      </ScrollList>
      <div className="flex flex-wrap gap-2">
        {left.length > 0 && (
          <Button kind="primary" icon={<RotateCw size={15} />} onClick={() => onAgain(left)}>
            {text.again(left.length)}
          </Button>
        )}
        {counts.set + counts.unconfirmed > 0 && <ButtonLink href={paths.bulkChanges}>{text.bulkChanges}</ButtonLink>}
        <Button onClick={onClose}>{trackingText.close}</Button>
      </div>
    </>
  );
}

/** Names a variant; below it its SKU, or what is wrong. */
function Name({ row: { source, variant }, detail = '' }: { readonly row: TrackingRow; readonly detail?: string }): ReactNode {
  const title = variantTitle(variant.name);
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <PlatformGlyph source={source} size={16} />
      <span className="min-w-0">
        <span className="block truncate font-medium">
          {isolate(variant.productName)}
          {title !== '' && <span className="font-normal text-muted"> · {isolate(title)}</span>}
        </span>
        {detail === '' ? (
          variant.sku !== '' && <span className="block truncate font-mono text-xs text-muted">{variant.sku}</span>
        ) : (
          <span className="line-clamp-2 text-sm leading-tight text-bad" title={detail}>
            {detail}
          </span>
        )}
      </span>
    </span>
  );
}
