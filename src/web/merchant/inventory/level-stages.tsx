import { CircleCheck, Download, RotateCw, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { otherSource, SOURCES, sourceName, type Source } from '../../../domain/source';
import type { LevelOutcome, LevelStep } from '../../../gen/sh/inventory_pb';
import { Button, ButtonLink } from '../../shared/components/button';
import { TextField } from '../../shared/components/field';
import { PlatformGlyph } from '../../shared/components/platform-glyph';
import { downloadCsv } from '../../shared/csv';
import { csvFileText } from '../../shared/csv-file.text';
import { bulkChangePath } from '../../shared/paths';
import { readUnits } from '../../shared/units';
import { levelPlanCsv } from './level-csv';
import { LevelRows } from './level-rows';
import { countOutcomes, countPlan, movedUnits, type LevelTarget, type ListedVariant } from './level-state';
import { levelingText } from './leveling.text';

interface LevelChoiceProps {
  readonly count: number;
  /** All variants of a view and search, not selected ones: one quantity for all would be a mistake, so it is not offered. */
  readonly every: boolean;
  readonly busy: boolean;
  readonly onPlan: (target: LevelTarget) => void;
}

/** Asks which quantities are correct. */
export function LevelChoice({ count, every, busy, onPlan }: LevelChoiceProps) {
  const text = levelingText.choice;
  const [choice, setChoice] = useState<Source | 'number' | null>(null);
  const [typed, setTyped] = useState('');
  const read = readUnits(typed, true);
  const target: LevelTarget | null =
    choice === 'number'
      ? 'units' in read
        ? { kind: 'number', units: read.units }
        : null
      : choice === null
        ? null
        : { kind: 'platform', source: choice };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (target !== null && !busy) onPlan(target);
      }}
    >
      <p className="text-muted">{every ? text.everyLead(count) : text.selectedLead(count)}</p>
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">{text.label}</legend>
        {SOURCES.map((source) => (
          <Radio key={source} checked={choice === source} onChange={() => setChoice(source)}>
            <PlatformGlyph source={source} size={18} />
            <span>
              <span className="block font-medium">{text.platform(sourceName(source))}</span>
              <span className="block text-sm text-muted">
                {text.platformExplained(sourceName(source), sourceName(otherSource(source)))}
              </span>
            </span>
          </Radio>
        ))}
        {!every && (
          <Radio checked={choice === 'number'} onChange={() => setChoice('number')}>
            <span className="w-[18px] text-center font-semibold text-muted">#</span>
            <span>
              <span className="block font-medium">{text.number}</span>
              <span className="block text-sm text-muted">{text.numberExplained}</span>
            </span>
          </Radio>
        )}
      </fieldset>
      {choice === 'number' && (
        <TextField
          label={text.quantity}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          {...('error' in read ? { error: read.error } : {})}
        />
      )}
      <div>
        <Button type="submit" kind="primary" busy={busy} disabled={target === null}>
          {text.preview}
        </Button>
      </div>
    </form>
  );
}

function Radio({
  checked,
  onChange,
  children,
}: {
  readonly checked: boolean;
  readonly onChange: () => void;
  readonly children: ReactNode;
}) {
  return (
    <label className="flex cursor-pointer items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft">
      <input type="radio" name="target" checked={checked} onChange={onChange} className="size-4 accent-(--color-accent)" />
      {children}
    </label>
  );
}

interface LevelPreviewProps {
  readonly names: ReadonlyMap<string, ListedVariant>;
  /** The IDs of the variants that the plan was requested for. */
  readonly requested: readonly string[];
  readonly steps: readonly LevelStep[];
  readonly busy: boolean;
  readonly onApply: () => void;
  readonly onBack: () => void;
}

/** Shows what will change, row by row, before anything does. */
export function LevelPreview({ names, requested, steps, busy, onApply, onBack }: LevelPreviewProps) {
  const counts = countPlan(steps);
  const text = levelingText.preview;
  const skipped = requested.length - counts.variants;
  const moved = movedUnits(steps).filter(({ more, fewer }) => more + fewer > 0);
  return (
    <>
      <div>
        <p className="text-lg font-semibold">{text.title(counts.variants)}</p>
        <p className="text-muted tabular-nums">
          {counts.variants > 0 && `${text.byPlatform(counts.shopify, counts.square)} `}
          {moved.map(({ source, more, fewer, toZero }) => `${text.moved(sourceName(source), more, fewer, toZero)} `).join('')}
          {skipped > 0 && text.skipped(skipped)}
        </p>
      </div>
      {counts.variants > 0 && <LevelRows label={text.list} steps={steps} names={names} />}
      <p className="text-sm text-faint">{text.sales}</p>
      <div className="flex flex-wrap gap-2">
        {counts.variants > 0 && (
          <Button kind="primary" busy={busy} onClick={onApply}>
            {text.apply(counts.variants)}
          </Button>
        )}
        <Button icon={<Download size={15} />} onClick={() => downloadCsv('leveling-preview.csv', levelPlanCsv(steps, requested, names))}>
          {csvFileText.download}
        </Button>
        <Button onClick={onBack} disabled={busy}>
          {levelingText.back}
        </Button>
      </div>
    </>
  );
}

interface LevelResultViewProps {
  readonly names: ReadonlyMap<string, ListedVariant>;
  readonly steps: readonly LevelStep[];
  readonly outcomes: readonly LevelOutcome[];
  readonly bulkChangeId: string;
  readonly busy: boolean;
  readonly onPlanAgain: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Shows the result of each row. Rows that changed since the preview can be planned again. */
export function LevelResultView({ names, steps, outcomes, bulkChangeId, busy, onPlanAgain, onClose }: LevelResultViewProps) {
  const text = levelingText.result;
  const counts = countOutcomes(outcomes);
  const byId = new Map(outcomes.map((one) => [one.id, one]));
  const stale = outcomes.filter((one) => one.outcome === 'stale').map((one) => one.id);
  return (
    <>
      <div role="status">
        <p className="text-lg font-semibold">{text.title(counts.taken)}</p>
        <p className="text-muted">
          {counts.stale > 0 && `${text.stale(counts.stale)} `}
          {counts.refused > 0 && text.refused(counts.refused)}
          {counts.stale + counts.refused === 0 && text.arriving}
        </p>
      </div>
      <LevelRows label={text.list} steps={steps} names={names} outcome={(id) => <Outcome outcome={byId.get(id)} />} />
      <div className="flex flex-wrap gap-2">
        {stale.length > 0 && (
          <Button kind="primary" busy={busy} onClick={() => onPlanAgain(stale)} icon={<RotateCw size={15} />}>
            {text.previewAgain(stale.length)}
          </Button>
        )}
        {bulkChangeId !== '' && <ButtonLink href={bulkChangePath(bulkChangeId)}>{text.bulkChange}</ButtonLink>}
        <Button onClick={onClose}>{levelingText.close}</Button>
      </div>
    </>
  );
}

/** Shows what became of a row. */
export function Outcome({ outcome }: { readonly outcome: LevelOutcome | undefined }) {
  const text = levelingText.result;
  switch (outcome?.outcome) {
    case 'taken':
      return (
        <span className="inline-flex items-center gap-1.5 text-sm text-good">
          <CircleCheck size={16} /> {text.rowTaken}
        </span>
      );
    case 'stale':
      return (
        <span className="inline-flex items-center gap-1.5 text-sm text-warn">
          <RotateCw size={16} /> {text.rowStale}
        </span>
      );
    default:
      return (
        <span className="inline-flex max-w-56 items-center gap-1.5 text-sm text-bad">
          <TriangleAlert size={16} className="shrink-0" />
          <span className="line-clamp-2">
            {outcome?.problem === undefined || outcome.problem === '' ? text.rowRefused : outcome.problem}
          </span>
        </span>
      );
  }
}
